import { createServerFn } from '@tanstack/react-start'
import { bundles } from '../../contract/bundles.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getBundles = createServerFn({ method: 'GET' })
  .validator(sent(bundles.get))
  .handler(({ data }) => callApi(bundles.get, data))
export const buyBundle = createServerFn({ method: 'POST' })
  .validator(sent(bundles.buy))
  .handler(({ data }) => callApi(bundles.buy, data))
export const setBundles = createServerFn({ method: 'POST' })
  .validator(sent(bundles.set))
  .handler(({ data }) => callApi(bundles.set, data))
