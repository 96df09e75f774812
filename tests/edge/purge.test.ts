import { expect, it } from 'vitest'
import { openPurge } from '../../api/platform/http/purge.ts'
import { startEdge } from '../support/edge.ts'

it('what the API says changed is new for the next visitor', async () => {
  const secret = 'a secret of the house'
  const edge = await startEdge({ API_BASE_URL: 'http://127.0.0.1:1', EDGE_SECRET: secret })
  try {
    const note = async (path: string) => (await edge.ask(path)).headers.get('x-fanfare-cache')
    await Promise.all([note('/@alice'), note('/@bob'), note('/')])
    const purge = openPurge({ EDGE_ORIGIN: `http://127.0.0.1:${edge.port}`, EDGE_SECRET: secret })
    purge({ profiles: ['alice'] })
    purge({ profiles: ['alice'], paths: ['/'] })
    await expect.poll(() => note('/@alice')).toBe('miss')
    expect([await note('/'), await note('/@bob')]).toEqual(['miss', 'hit'])
  } finally {
    await edge.stop()
  }
})

it('does nothing where nobody listens, and throws nowhere', async () => {
  openPurge({})({ profiles: ['alice'] })
  openPurge({ EDGE_ORIGIN: 'http://127.0.0.1:1', EDGE_SECRET: 'x' })({ profiles: ['alice'] })
  await new Promise((resolve) => setTimeout(resolve, 100))
})
