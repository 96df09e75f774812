import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Picture } from './picture.tsx'

const preview = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='
const whole = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='

it('shows its small copy until it has come, and not through its holes', async () => {
  expect(renderToStaticMarkup(<Picture src="/soon" alt="A pier" preview={preview} />)).toContain(preview)
  const { container } = await render(<Picture src={whole} alt="A pier" preview={preview} />)
  const picture = container.querySelector('img') as HTMLImageElement
  await expect.poll(() => [picture.complete, picture.style.backgroundImage]).toEqual([true, ''])
})
