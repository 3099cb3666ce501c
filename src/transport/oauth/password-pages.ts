// The pages for a forgotten password: asking for the mail, and choosing a new password with its link. They
// are plain forms that work without scripts.
import { type Html, html } from './html.ts'
import { layout, PAGE_HEADERS, problemList, type Problems } from './pages.ts'

export const FORGOT_PATH = '/oauth/password/forgot'
export const RESET_PATH = '/oauth/password/reset'

/** The address of the reset page holds a token, so it is not sent as a referrer. Forms go only to the bank. */
export const PASSWORD_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; form-action 'self'`,
  'Referrer-Policy': 'no-referrer',
} as const

/** A link back to the sign-in page from which the user came, if any. */
const back = (signIn: string | undefined): Html | false =>
  signIn !== undefined &&
  html`
    <p><a href="${signIn}">Back to signing in</a></p>`

const invalid = (problems: Problems, field: string): Html | false =>
  problems?.[field] !== undefined && html` aria-invalid="true" aria-describedby="problem"`

export interface ForgotPage {
  readonly email: string
  readonly signIn: string | undefined
  readonly problems?: Problems
}

export const forgotPage = ({ email, signIn, problems }: ForgotPage): string =>
  layout(
    'Forgotten password',
    html`    <h1>Forgotten password</h1>
    <p>Enter the e-mail address of your account. We send a mail there with a link to choose a new password.</p>
    ${problemList(problems)}
    <form method="post">
      <label class="field" for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="255"
        value="${email}"${invalid(problems, 'email')} autofocus>
      <div class="buttons"><button>Send the mail</button></div>
    </form>${back(signIn)}`,
  )

export const sentPage = (signIn: string | undefined): string =>
  layout(
    'Check your mail',
    html`    <h1>Check your mail</h1>
    <p>If the address is registered, a mail with a link is on its way. The link works once, for an hour.</p>
    <p class="hint">No mail? Look in your spam folder, and check that the address was right. An address gets
      only a few mails an hour, however often you ask.</p>${back(signIn)}`,
  )

export interface ResetPage {
  readonly token: string
  readonly email: string
  readonly endsEverything: boolean
  readonly problems?: Problems
}

export const resetPage = ({ token, email, endsEverything, problems }: ResetPage): string =>
  layout(
    'Choose a new password',
    html`    <h1>Choose a new password</h1>
    ${problemList(problems)}
    <form method="post" action="${RESET_PATH}">
      <input type="hidden" name="token" value="${token}">
      <label class="field" for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="255"
        value="${email}"${invalid(problems, 'email')}${email === '' && html` autofocus`}>
      <label class="field" for="password">New password</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required
        maxlength="255"${invalid(problems, 'password')}${email !== '' && html` autofocus`}>
      <label class="field" for="password_confirmation">Repeat the password</label>
      <input id="password_confirmation" name="password_confirmation" type="password"
        autocomplete="new-password" required maxlength="255"${invalid(problems, 'password_confirmation')}>
      <label class="scope">
        <input type="checkbox" name="end_everything" value="yes"${endsEverything && html` checked`}>
        <span>Also revoke all other access to my account<span class="name">API keys, keys of
          agents, webhooks, connected applications, open banking consents, passkeys and devices. Sessions end in any case.</span></span>
      </label>
      <div class="buttons"><button>Set the password</button></div>
    </form>
    <p class="hint">Does the link no longer work? <a href="${FORGOT_PATH}">Request a new mail</a>.</p>`,
  )

/** Shown for an error that occurred before a form was read. */
export const stoppedPage = (why: string): string =>
  layout(
    'Request failed',
    html`    <h1>The request failed</h1>
    <p class="problem" role="alert">${why}</p>`,
  )

export const changedPage = (): string =>
  layout(
    'The password is set',
    html`    <h1>The password is set</h1>
    <p>You can now sign in with it. All earlier sessions have ended.</p>
    <p><a href="/">Go to the console</a></p>`,
  )
