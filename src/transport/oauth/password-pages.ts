// The pages for a forgotten password: asking for the mail, and choosing a new password with its link.
// Plain forms that work without scripts, as those of signing in.
import { type Html, html } from './html.ts'
import { layout, PAGE_HEADERS, problemList, type Problems } from './pages.ts'

export const FORGOT_PATH = '/oauth/password/forgot'
export const RESET_PATH = '/oauth/password/reset'

/** The address of one of these pages holds a token, which is told to nobody; their forms stay here. */
export const PASSWORD_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; form-action 'self'`,
  'Referrer-Policy': 'no-referrer',
} as const

/** Where the sign-in goes on that was left for these pages, if one was. */
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
    <p>Say which address your account is under. A mail with a link to choose a new password is sent there.</p>
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
    'Look into your mail',
    html`    <h1>Look into your mail</h1>
    <p>If the address is registered, a mail with a link is on its way. The link works once, for an hour.</p>
    <p class="hint">Nothing there? Look among the unwanted mail, and whether the address was right. Mails to
      one address are sent a few times an hour, however often they are asked for.</p>${back(signIn)}`,
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
      <label class="field" for="password_confirmation">The same again</label>
      <input id="password_confirmation" name="password_confirmation" type="password"
        autocomplete="new-password" required maxlength="255"${invalid(problems, 'password_confirmation')}>
      <label class="scope">
        <input type="checkbox" name="end_everything" value="yes"${endsEverything && html` checked`}>
        <span>Also end everything else that can act for me<span class="name">API keys, keys of
          agents, webhooks, connected programs, passkeys and devices. Logins end in any case.</span></span>
      </label>
      <div class="buttons"><button>Set the password</button></div>
    </form>
    <p class="hint">The link does not work any more? <a href="${FORGOT_PATH}">Ask for a new mail</a>.</p>`,
  )

/** For what was refused before any form was read. */
export const stoppedPage = (why: string): string =>
  layout(
    'Not now',
    html`    <h1>This did not work</h1>
    <p class="problem" role="alert">${why}</p>`,
  )

export const changedPage = (): string =>
  layout(
    'The password is set',
    html`    <h1>The password is set</h1>
    <p>Sign in with it where you wanted to. Whoever was signed in is signed out.</p>`,
  )
