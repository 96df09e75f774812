import { bool, statement, uuid } from '../../platform/db/statement.ts'

/** Sets a column of the viewer's side of a conversation and answers its value. */
const setFlag = (name: string, column: 'muted' | 'hidden', value: string) =>
  statement(
    name,
    { viewer: uuid, id: uuid },
    { value: bool },
    ({ viewer, id }) => `
      update chat_members set ${column} = ${value} where user_id = ${viewer} and session_id = ${id}
      returning ${column} as value`,
  )
export const toggleMuted = setFlag('chat_mute', 'muted', 'not muted')
export const setHidden = setFlag('chat_hide', 'hidden', 'true')
export const setShown = setFlag('chat_unhide', 'hidden', 'false')
