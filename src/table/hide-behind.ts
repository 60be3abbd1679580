/** What is around a part that covers the window takes no focus, messages aside; returns how to end this. */
export function hideBehind(cover: Element): () => void {
  const behind: Element[] = [];
  for (let at = cover; at.parentElement && at !== document.body; at = at.parentElement)
    for (const one of at.parentElement.children)
      if (one !== at && !one.hasAttribute("inert") && !one.matches('[aria-label="Messages"]'))
        behind.push(one);
  for (const one of behind) one.toggleAttribute("inert", true);
  return () => {
    for (const one of behind) one.toggleAttribute("inert", false);
  };
}
