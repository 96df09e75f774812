/** Icons and manifest for the head of every page. */
export const iconLinks = [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.png', type: 'image/png', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/**
 * The colour of the browser's own bar: paper by day, theatre by night (`--paper` in tokens.css). A route cannot name
 * them, because the router keeps only one meta of a name.
 */
export const themeColours = [
  { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#fcfaf7' },
  { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#120d13' },
]

/** Where a browser keeps the theme that was chosen in it. */
export const themeKey = 'theme'

/**
 * Runs in the head before anything is painted, so that a chosen theme never flashes the other one, on the page and on
 * the browser's bar. The server puts it in a `<script nonce>` behind the colours of the bar, and the root marks `<html>` with
 * `suppressHydrationWarning`; React knows those colours by their content and lets `media` be.
 */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('[name=theme-color]').forEach(e=>{e.media=e.media.includes(t)?'all':'not all'})}}catch(e){}`
