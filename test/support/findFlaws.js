// Runs in the page of a report; see Flaws in reportPage.ts.
(() => {
  const figures = [...document.querySelectorAll("figure")];
  const places = (flawed) => figures.flatMap((figure, index) => (flawed(figure) ? [index] : []));
  const axes = (figure) =>
    [...figure.querySelectorAll(".role-axis")].filter((axis) => axis.querySelector(".role-axis-label text"));
  const overlapping = figures.flatMap((figure) =>
    axes(figure).flatMap((axis) => {
      const labels = [...axis.querySelectorAll(".role-axis-label text")];
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
      const marks = [...figure.querySelectorAll(".role-mark path, .role-mark text, .role-mark line")];
      return !marks.some((mark) => {
        const { width, height } = mark.getBoundingClientRect();
        return width > 0.5 || height > 0.5;
      });
    }),
    withoutTitle: places((figure) => !figure.querySelector(".role-title-text text")?.textContent),
    unlabelledAxes: places(
      (figure) => axes(figure).filter((axis) => axis.querySelector(".role-axis-title text")).length < 2,
    ),
    overlappingLabels: overlapping,
    markup: [...document.querySelectorAll("body img, script, iframe, object, a:not([href^='#'])")].map(
      (one) => one.outerHTML,
    ),
  };
})();
