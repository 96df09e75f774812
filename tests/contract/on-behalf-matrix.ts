import { chat, medias } from './acting-flags.ts'

/**
 * Written by hand from product §57, never from the code: the endpoints that an operator calls in person for a creator
 * whom each call names, and the flags that they need of that creator's grant.
 */
export const onBehalfEndpoints: Record<string, string[]> = {
  'GET /api/team-desk/colleagues': chat,
  'GET /api/team-desk/conversation': chat,
  'PUT /api/team-desk/draft': chat,
  'GET /api/team-desk/messages': chat,
  'GET /api/team-desk/messages/search': chat,
  'POST /api/team-desk/messages': chat,
  'POST /api/team-desk/read': chat,
  'POST /api/team-desk/requests/{id}/accept': [...chat, 'can_payment'],
  'POST /api/team-desk/requests/{id}/decline': [...chat, 'can_payment'],
  'POST /api/team-desk/requests/{id}/deliver': [...chat, 'can_medias'],
  'GET /api/team-desk/saved-replies': chat,
  'GET /api/team-desk/vault/bucket': medias,
  'GET /api/team-desk/vault/index': medias,
  'GET /api/team-desk/vault/labels': medias,
  'GET /api/team-desk/vault/media': medias,
}

const someId = '01890000-0000-7000-8000-000000000001'
/** An input with which each is reached; ids lead nowhere. */
export const onBehalfInputs: Record<string, Record<string, unknown>> = {
  'GET /api/team-desk/colleagues': {},
  'GET /api/team-desk/conversation': { fan_id: someId },
  'PUT /api/team-desk/draft': { fan_id: someId, content: 'x' },
  'GET /api/team-desk/messages': { fan_id: someId },
  'GET /api/team-desk/messages/search': { fan_id: someId, q: 'x' },
  'POST /api/team-desk/messages': { receiver_id: someId, content: 'x' },
  'POST /api/team-desk/read': { message_id: someId },
  'POST /api/team-desk/requests/{id}/accept': { id: someId },
  'POST /api/team-desk/requests/{id}/decline': { id: someId },
  'POST /api/team-desk/requests/{id}/deliver': { id: someId, media_ids: [someId] },
  'GET /api/team-desk/saved-replies': {},
  'GET /api/team-desk/vault/bucket': { bucket: 'x' },
  'GET /api/team-desk/vault/index': {},
  'GET /api/team-desk/vault/labels': {},
  'GET /api/team-desk/vault/media': { id: someId },
}

/** Parts of an input that need more than their endpoint. */
export const onBehalfParts: { name: string; input: Record<string, unknown>; needs: string[] }[] = [
  {
    name: 'POST /api/team-desk/messages',
    input: { receiver_id: someId, content: 'x', price: 5 },
    needs: [...chat, 'can_payment'],
  },
  {
    name: 'POST /api/team-desk/messages',
    input: { receiver_id: someId, media_ids: [someId] },
    needs: [...chat, 'can_medias'],
  },
  { name: 'GET /api/team-desk/vault/index', input: { for: someId }, needs: [...medias, 'can_chat'] },
  { name: 'GET /api/team-desk/vault/index', input: { min_price: 5 }, needs: [...medias, 'can_payment'] },
]
