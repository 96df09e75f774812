import display from './fonts/bricolage-grotesque.woff2?url'
import text from './fonts/inter.woff2?url'

/** The two faces as `<link>` descriptions for the head of every page: they are on the first screen, so they are fetched first. */
export const fontLinks = [text, display].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
}))
