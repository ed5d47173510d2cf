"""The web server, for `bin/up` and for production; options on its command line win over these."""

import os

# Threads, as requests mostly wait for the database. WEB_CONCURRENCY (gunicorn's own) sets the number of processes.
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_class = "gthread"
timeout = 60
graceful_timeout = 4
# the heartbeat file must not wait for a disk
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
loglevel = os.environ.get("WEB_LOG_LEVEL", "warning")
accesslog = os.environ.get("WEB_ACCESS_LOG") or None
control_socket_disable = True
