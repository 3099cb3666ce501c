// HTML with everything that comes from outside made harmless: what is put into a template is text,
// unless it is HTML that was made the same way.

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + render(parts[index])).join(''))
