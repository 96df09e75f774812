import { expect, it, vi } from 'vitest'
import { openPurger } from '../../api/platform/http/purge.ts'
import { startEdge } from '../support/edge.ts'

it('what the API says changed is new for the next visitor', async () => {
  const secret = 'a secret of the house'
  const edge = await startEdge({ API_BASE_URL: 'http://127.0.0.1:1', EDGE_SECRET: secret })
  try {
    const note = async (path: string) => (await edge.ask(path)).headers.get('x-fanfare-cache')
    await Promise.all([note('/@alice'), note('/@bob'), note('/')])
    const { purge, close } = openPurger({ EDGE_ORIGIN: `http://127.0.0.1:${edge.port}`, EDGE_SECRET: secret })
    purge({ profiles: ['alice'] })
    purge({ profiles: ['alice'], paths: ['/'] })
    await close()
    expect(await note('/@alice')).toBe('miss')
    expect([await note('/'), await note('/@bob')]).toEqual(['miss', 'hit'])
  } finally {
    await edge.stop()
  }
})

it('does not throw without an edge, nor when the edge cannot be reached', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const env of [{}, { EDGE_ORIGIN: 'http://127.0.0.1:1', EDGE_SECRET: 'x' }]) {
    const { purge, close } = openPurger(env)
    purge({ profiles: ['alice'] })
    await close()
  }
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})
