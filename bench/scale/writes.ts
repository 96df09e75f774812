/**
 * The writes that people do most, in the order in which they are measured: who, what, and a body. Those that can be undone
 * come with what undoes them, so that a world stays as it is; the others add as many rows as they are measured.
 * `{n}` is a number that no call had before.
 */
export const writes: readonly Write[] = [
  ['fan', 'POST', '/api/chat/messages', { receiver_id: '{star}', content: 'hello {n}', client_id: '{uuid}' }],
  ['star', 'POST', '/api/chat/messages', { receiver_id: '{fan}', content: 'hello {n}', client_id: '{uuid}' }],
  ['acting', 'POST', '/api/chat/messages', { receiver_id: '{fan}', content: 'hello {n}', client_id: '{uuid}' }],
  ['whale', 'POST', '/api/chat/messages', { receiver_id: '{star}', content: 'hello {n}', client_id: '{uuid}' }],
  ['star', 'POST', '/api/chat/sessions/{session}/mute', {}],
  ['fan', 'POST', '/api/posts/{topPost}/like', {}],
  ['whale', 'POST', '/api/posts/{topPost}/like', {}],
  ['fan', 'POST', '/api/posts/{topPost}/bookmark', {}],
  ['fan', 'POST', '/api/posts/{topPost}/comments', { text: 'comment {n}' }],
  ['fan', 'POST', '/api/users/{creator}/follow', {}],
  ['fan', 'DELETE', '/api/users/{creator}/follow', {}],
  ['whale', 'POST', '/api/users/{star}/follow', {}],
  ['star', 'POST', '/api/users/{stranger}/block', {}],
  ['star', 'DELETE', '/api/users/{stranger}/block', {}],
  ['spender', 'POST', '/api/users/{star}/tip', { id: '{star}', amount: 1 }],
  ['spender', 'POST', '/api/users/{creator}/tip', { id: '{creator}', amount: 1 }],
  ['star', 'POST', '/api/notifications/read', { ids: ['{notification}'] }],
  ['fan', 'POST', '/api/notifications/read', {}],
  ['star', 'POST', '/api/notifications/read', {}],
  ['star', 'POST', '/api/posts', { text: 'draft {n}', visibility: 'public', draft: true }],
  ['star', 'PATCH', '/api/profile', { bio: 'written {n} times' }],
  ['star', 'POST', '/api/vault/change', { act: 'move', choice: { ids: ['{usedMedia}'] }, folder: 'folder {n}' }],
]
export type Write = readonly [who: string, method: string, path: string, body: object]
