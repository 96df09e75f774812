import { createIsomorphicFn } from '@tanstack/react-start'
import drawings from './first-icons.svg?raw'

/** The drawings of the icons of a first paint, at the start of every page; the browser takes them as the server wrote them. */
export const FirstIcons = () => (
  <svg
    id={id}
    className="hidden"
    aria-hidden="true"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings, made by `npm run icons`.
    dangerouslySetInnerHTML={{ __html: symbols() }}
  />
)

const id = 'first-icons'
const symbols = createIsomorphicFn()
  .server(() => drawings)
  .client(() => document.getElementById(id)?.innerHTML ?? '')
