// Runs in the page of a report; see Flaws in reportPage.ts.
(() => {
  const figures = [...document.querySelectorAll("figure")];
  const places = (flawed) => figures.flatMap((figure, index) => (flawed(figure) ? [index] : []));
  const axes = (figure) =>
    [...figure.querySelectorAll("[aria-label$='axis tick label']")].filter((axis) =>
      axis.querySelector("text"),
    );
  const overlapping = figures.flatMap((figure) =>
    axes(figure).flatMap((axis) => {
      const labels = [...axis.querySelectorAll("text")].filter((label) => label.textContent !== "");
      const boxes = labels.map((label) => label.getBoundingClientRect());
      return labels.flatMap((label, index) => {
        const [one, other] = [boxes[index], boxes[index + 1]];
        if (!one || !other || label.getAttribute("transform")?.includes("rotate")) return [];
        const apart =
          one.right <= other.left + 1 ||
          other.right <= one.left + 1 ||
          one.bottom <= other.top + 4 ||
          other.bottom <= one.top + 4;
        return apart ? [] : [`${label.textContent} | ${labels[index + 1]?.textContent}`];
      });
    }),
  );
  return {
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    withoutMarks: places((figure) => {
      const marks = [
        ...figure.querySelectorAll(".frame > g > g:not([aria-label*='axis'], [aria-label*='grid']) > *"),
      ];
      return !marks.some((mark) => {
        const { width, height } = mark.getBoundingClientRect();
        return width > 0.5 || height > 0.5;
      });
    }),
    withoutTitle: places((figure) => !figure.querySelector("g.title text")?.textContent),
    unlabeledAxes: places((figure) =>
      ["x-axis label", "y-axis label"].some(
        (name) => !figure.querySelector(`[aria-label='${name}'] text`)?.textContent,
      ),
    ),
    overlappingLabels: overlapping,
    markup: [...document.querySelectorAll("body img, script, iframe, object, a:not([href^='#'])")].map(
      (one) => one.outerHTML,
    ),
  };
})();
