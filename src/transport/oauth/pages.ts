// The sign-in and consent pages: plain forms that work without scripts, load nothing but the bank's style
// sheet, link each problem to its field, and cannot be shown in a frame of another site.
import { type Html, html } from './html.ts'
import { STYLE_PATH } from './style.ts'

/** No scripts or frames, and no images but the logo that the bank keeps. A form may redirect to any client's address, so there is no form-action rule. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
} as const

export interface Page {
  /** The address that the forms are sent to. */
  readonly action: string
  readonly form_token: string
  readonly client: {
    readonly name: string
    readonly host: string
    /** A sentence that says why the name may be deceptive. */
    readonly warning: string | undefined
  }
  readonly problems?: Problems
}

/** Sentences by the name of the field they concern; the empty name is for the whole form. */
export type Problems = Readonly<Record<string, string>> | undefined

export interface ScopeChoice {
  readonly name: string
  readonly words: string
  readonly writes: boolean
  readonly isTicked: boolean
}

export interface LimitChoice {
  readonly value: string
  readonly words: string
}

/** The values are minor units of USD, or `none`. */
export const limitChoices: readonly LimitChoice[] = [
  { value: '5000', words: '$50.00 a day' },
  { value: '50000', words: '$500.00 a day' },
  { value: '200000', words: '$2,000.00 a day' },
  { value: '1000000', words: '$10,000.00 a day' },
  { value: 'none', words: 'No limit' },
]
export const LIMIT_DEFAULT = '50000'

export const layout = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} – Florin</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
  <header class="brand">Florin<span>.</span></header>
  <main>
${body}
  </main>
</body>
</html>
`.text

/** Lists the problems at the top with links to their fields, for users who cannot see the marked fields. */
export function problemList(problems: Problems): Html | undefined {
  const entries = Object.entries(problems ?? {})
  if (entries.length === 0) return undefined
  const lines = entries.map(([field, text]) =>
    field === '' ? html`<div>${text}</div>` : html`<div><a href="#${field}">${text}</a></div>`,
  )
  return html`<div class="problem" role="alert" id="problem">${lines}</div>`
}

const invalid = (page: Page, field: string): Html | undefined =>
  page.problems?.[field] === undefined
    ? undefined
    : html` aria-invalid="true" aria-describedby="problem"`

const form = (page: Page, body: Html): Html => html`
    <form method="post" action="${page.action}">
      <input type="hidden" name="form_token" value="${page.form_token}">
      ${body}
    </form>`

const denyButton = html`<button class="second" name="decision" value="deny" formnovalidate>Deny</button>`

/** The warning names the host of the client, because a host cannot be made up as a name can. */
const nameWarning = ({ client }: Page): Html | false =>
  client.warning !== undefined &&
  html`
    <p class="warning" role="note"><strong>Be careful.</strong> ${client.warning} Continue only if you know
      who owns <code>${client.host}</code>.</p>`

const whoAsks = (page: Page): Html => html`
    <p><strong>${page.client.name}</strong> wants to connect to your accounts. The authorization is sent to
      <code>${page.client.host}</code>.</p>${nameWarning(page)}`

export const signInPage = (
  page: Page & {
    readonly email: string
    /** The address of the page for a forgotten password. */
    readonly forgot: string
  },
): string =>
  layout(
    'Sign in',
    html`    <h1>Sign in to Florin</h1>${whoAsks(page)}
    ${problemList(page.problems)}${form(
      page,
      html`<label class="field" for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="255"
        value="${page.email}"${invalid(page, 'email')}${page.email === '' && html` autofocus`}>
      <label class="field" for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required
        maxlength="255"${invalid(page, 'password')}${page.email !== '' && html` autofocus`}>
      <div class="buttons"><button name="decision" value="sign_in">Sign in</button>${denyButton}</div>`,
    )}
    <p><a href="${page.forgot}">Forgotten your password?</a></p>
    <p class="hint">On the next page you decide what the application may do.</p>`,
  )

export const secondFactorPage = (page: Page): string =>
  layout(
    'Confirm it is you',
    html`    <h1>Confirm it is you</h1>${whoAsks(page)}
    ${problemList(page.problems)}${form(
      page,
      html`<label class="field" for="code">Two-factor code</label>
      <input id="code" name="code" type="text" autocomplete="one-time-code" required maxlength="64"
        autofocus aria-describedby="code-hint"${page.problems?.code !== undefined && html` aria-invalid="true"`}>
      <p class="hint" id="code-hint">Six digits from your authenticator app, or a recovery code.</p>
      <div class="buttons"><button name="decision" value="sign_in">Continue</button>${denyButton}</div>`,
    )}`,
  )

const scopeBox = (scope: ScopeChoice, index: number): Html => html`
        <label class="scope${scope.writes && ' writes'}">
          <input type="checkbox" name="scope" value="${scope.name}"${index === 0 && html` id="scope"`}${scope.isTicked && html` checked`}>
          <span>${scope.words[0]!.toUpperCase() + scope.words.slice(1)}<span class="name">${scope.name}${scope.writes && html` <span class="mark">Can change things</span>`}</span></span>
        </label>`

const limitSelect = (chosen: string): Html => html`
      <label class="field" for="mcp_daily_limit_minor">Daily spending limit</label>
      <select id="mcp_daily_limit_minor" name="mcp_daily_limit_minor" aria-describedby="limit-hint">
        ${limitChoices.map(
          ({ value, words }) =>
            html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
        )}
      </select>
      <p class="hint" id="limit-hint">In US dollars, for payments, crypto purchases and text messages
        together in any 24 hours.</p>`

export const consentPage = (
  page: Page & {
    readonly email: string
    readonly scopes: readonly ScopeChoice[]
    readonly limit: string
  },
): string =>
  layout(
    `Connect ${page.client.name}`,
    html`    <h1>Connect ${page.client.name}?</h1>
    <p>If you approve, this application may act for you as ticked below until you disconnect it. The authorization
      is sent to <code>${page.client.host}</code>. Florin has not verified who made it.</p>${nameWarning(page)}
    ${problemList(page.problems)}${form(
      page,
      html`<fieldset${invalid(page, 'scope')}>
        <legend>It may …</legend>${page.scopes.map(scopeBox)}
      </fieldset>${limitSelect(page.limit)}
      <div class="buttons"><button name="decision" value="approve">Approve</button>${denyButton}</div>
      <div class="who"><span class="soft">Signed in as ${page.email}</span>
        <button class="link" name="decision" value="switch_account">Use another account</button></div>`,
    )}`,
  )

/** Explains error codes of OAuth to users; other codes are shown with their description. */
const MEANINGS: Readonly<Record<string, string>> = {
  invalid_client: 'The application that sent you here is not registered with Florin.',
  invalid_redirect_uri:
    'The application that sent you here named a redirect address that it has not registered.',
  server_error: 'Your accounts are safe, and nothing was connected.',
}

export const problemPage = ({
  status,
  error,
  description,
}: {
  readonly status: number
  readonly error: string
  readonly description: string
}): string =>
  layout(
    'Cannot connect',
    html`    <h1>${status >= 500 ? 'An internal error occurred' : 'The application cannot be connected'}</h1>
    <p class="problem" role="alert">${MEANINGS[error] ?? description}</p>
    <p class="soft">Go back to the application that sent you here and start again. If that does not help,
      report this code to its developer: <code>${error}</code></p>`,
  )
