import { expect, it, vi } from 'vitest'
import { openPurger } from '../../api/platform/http/purge.ts'
import { log } from '../../api/platform/log.ts'
import { edgeSecret, startEdge } from '../support/edge.ts'

it('renders a purged page again for the next visitor', async () => {
  const edge = await startEdge({ API_BASE_URL: 'http://127.0.0.1:1', EDGE_SECRET: edgeSecret })
  try {
    const cacheStatus = async (path: string) => (await edge.fetch(path)).headers.get('x-fanfare-cache')
    await Promise.all([cacheStatus('/@alice'), cacheStatus('/@bob'), cacheStatus('/')])
    const { purge, close } = openPurger({ EDGE_ORIGIN: `http://127.0.0.1:${edge.port}`, EDGE_SECRET: edgeSecret })
    purge({ profiles: ['alice'] })
    purge({ profiles: ['alice'], paths: ['/'] })
    await close()
    expect(await cacheStatus('/@alice')).toBe('miss')
    expect([await cacheStatus('/'), await cacheStatus('/@bob')]).toEqual(['miss', 'hit'])
  } finally {
    await edge.stop()
  }
})

it('does not throw without an edge or when the edge is unavailable', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  for (const env of [{}, { EDGE_ORIGIN: 'http://127.0.0.1:1', EDGE_SECRET: 'x' }]) {
    const { purge, close } = openPurger(env)
    purge({ profiles: ['alice'] })
    await close()
  }
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})
