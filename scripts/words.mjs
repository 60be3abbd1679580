/**
 * What no text that a user reads may say, each with what to write instead: the one list, for the sources
 * (scripts/words.test.ts) and for the rendered pages (e2e/fixtures/look.ts). `{}` is a value put into a text; what ends with
 * "api" may be said in the reference of the API.
 * @type {readonly (readonly [wrong: RegExp, better: string, except?: "api"])[]}
 */
const WORDS = [
  // Plain verbs.
  [/\b(?:make|makes|making|made)\b(?! sure)/i, "create, save, or say what happens"],
  [/\b(?:take|takes|taking|took|taken)(?: \S+){0,2} out\b/i, "remove"],
  [/\b(?:take|takes|taking|took|taken) (?:theirs|mine|for)\b/i, "use, accept"],
  [/\b(?:stand|stands|stood|standing)\b/i, "is, shown"],
  [/\bwhom\b/i, "who, or turn the sentence round"],
  [/\bof (?:yours|mine|theirs)\b/i, "your"],
  [/\botherwise than\b/i, "other than, differs from"],
  [/\b(?:tell|tells|telling|told)\b/i, "say, show"],
  [/\bkeep(?:s|ing)?(?: \S+)? out\b/i, "blocks, protects"],
  [/\b(?:come|comes|came|coming) back as\b/i, "is online again as"],
  [/\b(?:go|goes|gone|going|went) dark\b/i, "goes offline"],
  [/\b(?:prove|proves|proven|proving)\b/i, "confirm"],
  // One noun for one thing.
  [/(?<!Allow-)\bcredentials?\b(?!\.\w)/i, "authtoken", "api"],
  [/^behind$|(?:\d|\{\}),? behind\b|\bbehind (?:\d|\{\})/i, "outdated"],
  [/^(?:Copy )?metadata$|(?:,| and| or) metadata\b/i, "optional notes", "api"],
  [/^State\b|\bneeds attention first\b/, "Status"],
  [/\b(?:the|an|failing) upstream\b|\bupstreams\b/i, "the app", "api"],
  // You, not somebody.
  [/\beverybody\b/i, "anyone, everyone"],
  [/\bmay enter\b/i, "can connect, access"],
  // Facts, not where they were written.
  [/\bthe spec\b|\bspecification\b|\bAPI document\b(?!’s URL)|\b(?:was|is|as) decided\b/i, "the fact itself"],
  // Turns of phrase that have a better one.
  [/\bUpdate accepted\b/, "Ready to restart in 7 s"],
  [/\bwhat comes of it\b/i, "You can close this. We keep watching."],
  [/\bthat failed again\b/, "Retry failed"],
  [/\bsuccessors?\b/i, "Reconnecting…, the new session"],
  [/\bback after\b/i, "Online again after 5 s"],
  [/\bleft out\b/i, "skipped, not included"],
  [/\bcandidates?\b/i, "possible match"],
  [/\bleft the list\b/, "Disconnected"],
  [/\bas the agent reaches it\b/, "Forwards to"],
  [/\bcome and go\b/, "Edges give your services stable addresses"],
  [/^What it is\b/, "Description"],
  [/\bNot a place for\b/, "Don’t store secrets here."],
  [/\bnowhere to go\b/, "No backend: requests will fail"],
  [/\bmay (?:be there )?(?:only )?once\b/, "Names must be unique"],
  [/\bWhat it starts from\b/, "Initial values"],
  [/\bsent back as\b|\bas (?:it was|they were) read\b/, "Other settings stay as they are"],
  [/^In words$/, "Summary"],
  [/\bheld while\b/, "Refresh paused"],
  [/\bLongest session\b/, "Session duration"],
  [/\bLet OPTIONS through\b/, "Allow CORS preflight"],
  [/\bMust be false while\b/i, "Turn off OAuth first"],
  [/\bdrop (?:my |your |the )?changes\b/i, "Discard changes"],
  [/\bPaste many\b/, "Bulk add"],
  [/\bWorth a look\b/, "Suggestions"],
  [/\bnever decides\b/, "Redundant"],
  [/(?<!there )\bis no\b(?! (?:longer|more)\b)/i, "Invalid IP range. Example: 203.0.113.0/24"],
  [/\bfor good\b/, "permanently; Done"],
  [/\bI lost it\b/, "Delete key"],
  [/\bforget the key\b/, "Sign out"],
  [/\bNot read yet\b/, "Searching loaded items only"],
  [/\bLetters and signs\b/, "Single-key shortcuts"],
  [/\bThe way that\b/, "Request path"],
  // Plurals come from `plural` and `counted` (src/ui/format.ts).
  [
    /(?<!\bof )\b1 (?:agents|sessions|tunnels|endpoints|edges|routes|rules|policies|backends|keys|authtokens|URLs|changes|modules|rows|items|problems)\b/,
    "the singular",
  ],
  [
    /(?<!\bof )\{\} (?:agents|sessions|tunnels|endpoints|edges|routes|IP rules|IP policies|backends|keys|authtokens|URLs|changes|modules)\b/,
    "counted()",
  ],
];

/**
 * What a text says that it may not, with what to write instead.
 * @param {string} text @param {{ api?: boolean }} [of] `api`: it is of the reference of the API @returns {string[]}
 */
export function wrongWords(text, { api = false } = {}) {
  return WORDS.flatMap(([wrong, better, except]) => {
    const found = api && except === "api" ? undefined : wrong.exec(text)?.[0];
    return found === undefined ? [] : [`“${found}”, better: ${better}`];
  });
}
