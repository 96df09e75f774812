import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FileInput } from './file-input.tsx'

it('takes what was chosen before the page was hydrated, and the same file again', async () => {
  const onFiles = vi.fn()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<FileInput onFiles={onFiles} />)
  const input = container.querySelector('input') as HTMLInputElement
  const file = new File(['1'], 'found.jpg', { type: 'image/jpeg' })
  await userEvent.upload(input, file)
  const root = hydrateRoot(container, <FileInput onFiles={onFiles} />)
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledTimes(1))
  expect(onFiles.mock.lastCall?.[0]).toMatchObject([{ name: 'found.jpg' }])
  await userEvent.upload(input, file)
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledTimes(2))
  root.unmount()
  container.remove()
})
