// What is wrong with a document as it stands, for `watching.py`. Axe judges; but to know what lies under each point of a
// page, which two rules ask, is most of its work, so that only what is not plainly good is put before these.
async ({ rules, contrast, passed }) => {
  if (rules && typeof axe === 'undefined') return null;

  // --- contrast: whether a text can be read lies in its own colour and size and the grounds of all that it stands in

  const parts = (colour) => {
    const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(colour);
    return found && [...found.slice(1, 4).map(Number), Number(found[4] ?? 1)];
  };
  const over = ([r, g, b, alpha], ground) => [r, g, b].map((part, i) => part * alpha + ground[i] * (1 - alpha)).concat(1);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  // The grounds of an element as a text, and the colour they give: none where there is more to it than colours, as
  // pictures, what shines through, and what leaves its place and may lie over anything without a ground of its own.
  const grounds = new Map([[null, { text: '', shines: false, clipped: false, colour: null }]]);
  const groundsOf = (element) => {
    let found = grounds.get(element);
    if (found) return found;
    const below = groundsOf(element.parentElement);
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity } = style;
    const shines = below.shines || opacity !== '1' || style.filter !== 'none' || style.mixBlendMode !== 'normal';
    const own = !shines && backgroundImage === 'none' && !(element instanceof SVGElement) && parts(backgroundColor);
    let colour = null;
    if (own && own[3] === 1) colour = own;
    else if (own && below.colour && ['static', 'relative'].includes(style.position) && style.transform === 'none')
      colour = over(own, below.colour);
    const empty = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
    const text = below.text + (empty ? '' : `${backgroundColor} ${backgroundImage} ${opacity};`);
    // clipped to nothing: for who listens, not for who looks or presses
    found = { text, shines, colour, clipped: below.clipped || style.clipPath === 'inset(50%)' };
    grounds.set(element, found);
    return found;
  };
  const number = (look) => {
    let high = 7, low = 11;
    for (const letter of look) {
      high = Math.imul(high ^ letter.codePointAt(0), 0x9E3779B1);
      low = Math.imul(low ^ letter.codePointAt(0), 0x5F356495);
    }
    return (high >>> 0) * 0x200000 + (low >>> 11);
  };
  // What may be too faint: of texts that look alike the first, and not those that axe passed before. What it could not
  // judge is not passed.
  const faint = () => {
    const firsts = new Map(), good = new Set();
    for (const element of document.body.querySelectorAll('*')) {
      const writes = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!writes && !element.matches('input, select, textarea')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { text, colour, clipped } = groundsOf(element);
      if (clipped) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const pair = `${color} on ${colour}`, own = colour && textShadow === 'none' && parts(color);
      // what the smallest text needs, and a little, as others may round otherwise
      if (own && (good.has(pair) || ratio(over(own, colour), colour) > 4.51)) {
        good.add(pair);
        continue;
      }
      const off = !!element.closest(':disabled, [aria-disabled=true]');
      const look = number([color, fontSize, fontWeight, textShadow, off, text].join());
      if (!firsts.has(look)) firsts.set(look, element);
    }
    const known = new Set(passed);
    return [...firsts].filter(([look]) => !known.has(look));
  };

  // --- targets: large enough and neither under nor over another, or with room around; anything else may be too close

  const LEAST = 24;
  const TARGETS = 'a[href], area, button, input:not([type=hidden]), select, textarea, summary, audio, video, iframe,'
    + ' [tabindex], [contenteditable]';
  const close = () => {
    const boxes = [...document.body.querySelectorAll(TARGETS)]
      .filter((element) => !element.matches(':disabled, main') && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !groundsOf(element).clipped)
      .flatMap((element) => [...element.getClientRects()].map((rect) => ({ element, rect })))
      .map(({ element, rect: { left, top, right, bottom, width, height } }) => ({
        element, left, top, right, bottom, x: left + width / 2, y: top + height / 2,
        large: width >= LEAST && height >= LEAST,
      }));
    const outside = (low, high, at) => Math.max(low - at, 0, at - high);
    const apart = (one, other) => {
      if (one.element === other.element) return true;
      if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
      if (one.large)
        return one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      return other.large
        ? Math.hypot(outside(other.left, other.right, one.x), outside(other.top, other.bottom, one.y)) >= LEAST / 2
        : Math.hypot(one.x - other.x, one.y - other.y) >= LEAST;
    };
    return boxes.some((one) => !boxes.every((other) => apart(one, other)));
  };

  // --- what axe says

  const doubted = faint(), faults = [];
  if (doubted.length && typeof axe === 'undefined') return null;
  if (rules) {
    const asked = { ...rules, rules: { ...rules.rules, 'target-size': { enabled: close() } } };
    // that a link in a text differs by more than its colour is easily seen; only where it does not, colours are compared
    let found = await axe.run(document, { ...asked, checks: { 'link-in-text-block': { enabled: false } } });
    if (found.violations.some(({ id }) => id === 'link-in-text-block')) found = await axe.run(document, asked);
    faults.push(...found.violations);
  }
  if (!doubted.length) return { faults, passed: [] };
  const found = await axe.run({ include: doubted.map(([, element]) => element) }, { ...contrast, elementRef: true });
  const fine = new Set(found.passes.flatMap((rule) => rule.nodes.map((node) => node.element)));
  for (const rule of found.violations) for (const node of rule.nodes) delete node.element;
  return {
    faults: [...faults, ...found.violations],
    passed: doubted.filter(([, element]) => fine.has(element)).map(([look]) => look),
  };
}
