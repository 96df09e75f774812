import { env } from 'cloudflare:workers'
import { createServerFn } from '@tanstack/react-start'

/** One row through the bare API. */
export const getRow = createServerFn({ method: 'GET' }).handler(async () => {
  const { API_BASE_URL } = env as { API_BASE_URL: string }
  const response = await fetch(`${API_BASE_URL}/row`)
  return (await response.json()) as { id: string; username: string; bio: string }
})
