// The style sheet of all pages here; light or dark as the browser prefers.
import { tokens } from '../design/tokens.ts'

export const STYLE_PATH = '/oauth/style.css'

export const styleSheet = `${tokens}
* { box-sizing: border-box }
body {
  font: var(--text)/1.5 var(--font); margin: 0; padding: 8vh 1rem 3rem;
  color: var(--ink); background: var(--paper);
}
main {
  max-width: 30rem; margin: 0 auto; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem;
}
.brand { max-width: 30rem; margin: 0 auto 1rem; font-size: 1.25rem; font-weight: 650 }
.brand span { color: var(--gold) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p { margin: .5rem 0 }
.soft, .hint { color: var(--soft) }
.hint { font-size: .9rem }
a { color: var(--accent) }
form + p { margin-top: 1.25rem }
code { font: 14px/1.5 var(--mono); overflow-wrap: anywhere }
strong, h1 { overflow-wrap: anywhere }
label.field { display: block; font-weight: 600; margin: 1.1rem 0 .3rem }
input[type=email], input[type=password], input[type=text], select {
  width: 100%; font: inherit; padding: .65rem .75rem; color: inherit; background: var(--paper);
  border: 1px solid var(--edge); border-radius: .5rem;
}
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); border-width: 2px }
fieldset { border: 0; margin: 1.25rem 0 0; padding: 0; min-width: 0 }
legend { font-weight: 600; padding: 0 }
.scope {
  display: flex; gap: .75rem; align-items: flex-start; padding: .6rem .75rem; margin-top: .5rem;
  border: 1px solid var(--line); border-radius: .6rem; cursor: pointer;
}
.scope input { flex: none; width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--accent) }
.scope .name { display: block; font-size: .85rem; color: var(--soft) }
.writes { background: var(--gold-bg); border-color: var(--gold) }
.mark {
  display: inline-block; font-size: .75rem; font-weight: 650; color: var(--gold);
  border: 1px solid var(--gold); border-radius: 1rem; padding: 0 .5rem; margin-left: .35rem;
}
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem }
button {
  flex: 1 1 8rem; font: inherit; font-weight: 600; padding: .7rem 1rem; border-radius: .6rem; cursor: pointer;
  border: 1px solid var(--accent); color: var(--on-accent); background: var(--accent);
}
button.second { color: var(--ink); background: transparent; border-color: var(--edge) }
button.link {
  flex: none; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; font-weight: 400;
}
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.problem {
  margin: 1rem 0; padding: .75rem 1rem; color: var(--bad); background: var(--bad-bg);
  border-left: 4px solid var(--bad); border-radius: .4rem;
}
.problem a { color: inherit }
.warning {
  margin: 1rem 0; padding: .75rem 1rem; background: var(--bad-bg);
  border: 1px solid var(--bad); border-left-width: 4px; border-radius: .4rem;
}
.who { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; margin-top: 1.5rem; font-size: .9rem }
@media (max-width: 30rem) { body { padding-top: 1.5rem } main { padding: 1.25rem } }
@media (prefers-reduced-motion: no-preference) { button { transition: filter .15s } }
button:hover { filter: brightness(1.08) }
`
