"""`/api/v1/auth/tokens/`: tokens by password, the list, revoking."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import selectors, services
from players.actors import request_actor
from players.api.bodies import read_body
from players.api.serializers import NewTokenSerializer, TokenRequestSerializer, TokenSerializer


@extend_schema_view(
    get=extend_schema(
        operation_id="tokens_list",
        tags=["Account"],
        summary="My tokens",
        description="Without their secrets. At most 20, newest first.",
        responses={200: TokenSerializer(many=True)},
    ),
    post=extend_schema(
        operation_id="tokens_create",
        tags=["Account"],
        summary="Get a token",
        description=(
            "For a user name and a password. Send the token with other requests as `Authorization: Token ttx_…`. "
            "Refused with `invalid_credentials`, with `second_factor_required` for accounts with a second factor (they "
            "make tokens on the page `/me/tokens/`), with `email_not_verified`, and with 429 `throttled` or "
            "`too_many_attempts`; 409 `token_name_taken` or `too_many_tokens`."
        ),
        request=TokenRequestSerializer,
        responses={201: NewTokenSerializer},
        auth=[],
        examples=[
            OpenApiExample(
                "A program of its own name",
                value={"username": "anna", "password": "correct horse battery", "name": "club laptop"},
                request_only=True,
            )
        ],
    ),
)
class TokensView(APIView):
    throttle_scope = "login"

    def _by_password(self) -> bool:
        return getattr(self, "request", None) is not None and self.request.method == "POST"

    def get_authenticators(self) -> list[BaseAuthentication]:
        # a password is proof enough: neither a stale token nor a session's CSRF check is in the way
        return [] if self._by_password() else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny()] if self._by_password() else [IsAuthenticated()]

    def get_throttles(self) -> list[Any]:
        return super().get_throttles() if self._by_password() else []

    def get(self, request: Request) -> Response:
        actor = request_actor(request)
        assert actor.user is not None
        return Response(TokenSerializer(selectors.tokens_of(actor.user), many=True).data)

    def post(self, request: Request) -> Response:
        sent = read_body(request, TokenRequestSerializer)
        token, secret = services.token_for_password(
            request=request._request,
            login=sent["username"],
            password=sent["password"],
            name=sent.get("name"),
            now=timezone.now(),
        )
        body = {**TokenSerializer(token).data, "token": secret}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


@extend_schema_view(
    delete=extend_schema(
        operation_id="tokens_revoke",
        tags=["Account"],
        summary="Revoke a token",
        description="It stops working at once. 404 `token_not_found` for one that is not mine.",
        responses={204: None},
    )
)
class TokenView(APIView):
    permission_classes = [IsAuthenticated]

    def delete(self, request: Request, public_id: str) -> Response:
        services.revoke_token(actor=request_actor(request), now=timezone.now(), public_id=public_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
