import { type Locale, localeTags } from '../contract/hosts.ts'
import { appName } from '../contract/limits.ts'

type EdgePage = {
  locale: Locale
  nonce: string
  /** The status of an answer, above the title. */
  status?: number
  title: string
  text: string
  /** What was wrong with the request; the only text that may come from it. */
  detail?: string
  /** The only button. An empty address reloads the page. */
  action: { href: string; label: string }
}

/**
 * A page that the edge writes itself, when the app cannot be reached or failed. It needs no script and no file, and
 * contains nothing of the request but `detail`, which is escaped (safety §20).
 */
export const edgePage = ({ locale, nonce, status, title, text, detail, action }: EdgePage): string => `<!doctype html>
<html lang="${localeTags[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#120d13">
<title>${title} · ${appName}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<b>${appName}</b>
${status === undefined ? '' : `<span>${status}</span>\n`}<h1>${title}</h1>
<p>${text}</p>
${detail === undefined ? '' : `<p><code>${escapeHtml(detail)}</code></p>\n`}<a href="${action.href}">${action.label}</a>
</main>
</body>
</html>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`)

/** The colours of src/styles/tokens.css, with the fonts of the device. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(oklch(0.985 0.006 80), oklch(0.165 0.018 320)); --ink: light-dark(oklch(0.19 0.02 320), oklch(0.955 0.012 80)); --soft: light-dark(oklch(0.43 0.02 320), oklch(0.77 0.015 60)); --signal: light-dark(oklch(0.64 0.21 27), oklch(0.66 0.21 27)) }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Inter Variable", system-ui, sans-serif }
main { box-sizing: border-box; min-height: 100dvh; max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem; display: flex; flex-direction: column; align-items: flex-start; justify-content: center }
b { font-weight: 800; letter-spacing: -0.02em; padding-top: 0.75rem; background: linear-gradient(var(--signal), var(--signal)) 0 0 / 2.5rem 0.25rem no-repeat }
span { margin-top: 0.75rem; color: var(--soft); font-weight: 600 }
code { font: inherit; font-size: 0.875rem; overflow-wrap: anywhere }
h1 { margin: 0.75rem 0 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em }
p { margin: 0.75rem 0 1.5rem; color: var(--soft) }
a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 10px; background: var(--signal); color: oklch(0.19 0.02 320); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
`
