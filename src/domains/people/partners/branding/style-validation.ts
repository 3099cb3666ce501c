// Validates the style sheets and scripts of partners. They are put between <style> or <script> tags of pages that
// other users open, so nothing in them may end the element, load another style sheet or run a script from a style.
// Such text is rejected, not sanitised: sanitised text would not be what the partner sent.

/** The first problem, as the end of a sentence; undefined for a valid style sheet. */
export function findCssProblem(css: string): string | undefined {
  // An escape could spell any of the words below, so escapes are not allowed at all.
  if (/[<\\]/.test(css) || css.includes('\0')) return 'must not contain "<" or a backslash'
  if (/@(import|charset|namespace|font-face)/i.test(css))
    return 'must not load anything: no @import, @charset, @namespace or @font-face'
  if (/(expression|url-prefix|image-set|image|src)\s*\(|(behavior|-moz-binding)\s*:/i.test(css))
    return 'must not contain expression(), image-set(), src(), behavior or -moz-binding'
  if (/javascript\s*:|vbscript\s*:|data\s*:/i.test(css))
    return 'must not contain addresses that begin with javascript: or data:'
  if (/url\s*\(/i.test(css)) return 'must not contain url(); name images in the other fields'
  if (!isClosed(css)) return 'must close every brace, comment and quotation that it opens'
  return undefined
}

/** Whether braces, comments and strings all end within the text, so that none swallows what follows it. */
function isClosed(css: string): boolean {
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at]!
    if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2)
      if (end === -1) return false
      at = end + 1
    } else if (character === '"' || character === "'") {
      const end = css.indexOf(character, at + 1)
      if (end === -1 || css.slice(at, end).includes('\n')) return false
      at = end
    } else if (character === '{') depth++
    else if (character === '}' && --depth < 0) return false
  }
  return depth === 0
}

/** The same for a script; it is the partner's own, for the partner's own pages. */
export const findScriptProblem = (script: string): string | undefined =>
  /<\/?script|<!--|-->|\]\]>/i.test(script) || script.includes('\0')
    ? 'must not contain script tags or HTML comments'
    : undefined
