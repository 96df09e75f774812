import type { Message } from '../../../contract/chat.ts'
import { appName } from '../../../contract/limits.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { publicMedia } from '../../people/views.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { bool, orNull, statement, text, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { appIcon, discreetNews, type PushReader, push } from '../notifications/push.ts'

/**
 * Pushes to the receiver's browsers that there is a message, without its text. A muted conversation sends no push, and
 * neither does a message within a minute of an unread one; in discreet mode the push does not name the sender.
 */
export const pushMessage = (ctx: Services, { id, receiver_id: userId, sender }: Message): Promise<void> =>
  pushAbout(ctx, { id, userId, tag: `chat ${sender.id}` }, { hasWaited: false })

/** The same after quiet hours; the message stands for all of its conversation. */
export const pushWaitingMessage = (ctx: Services, message: Waiting): Promise<void> =>
  pushAbout(ctx, message, { hasWaited: true })

type Waiting = { id: string; userId: string; tag: string }

function pushAbout(ctx: Services, { id, userId, tag }: Waiting, { hasWaited }: { hasWaited: boolean }): Promise<void> {
  const write = async (reader: PushReader) => {
    const [message] = await ctx.db.run(selectForPush, { message: id })
    if (message === undefined || message.muted || (message.follows && !hasWaited)) return null
    if (reader.discreet) return discreetNews(reader, '/chat')
    const name = message.display_name || `@${message.username}`
    const inbox = message.as_creator ? 'mode=creator&' : ''
    return {
      title: appName,
      body: { en, fr }[reader.locale].chat_push_text.replace('{name}', () => name),
      url: `/chat?${inbox}u=${message.username}`,
      tag,
      icon: publicMedia(ctx, message.avatar_media_id, 'thumb') ?? appIcon,
    }
  }
  return push(ctx, userId, 'messages', write, hasWaited ? null : { kind: 'message', id, tag })
}
/** `follows`: the message before it is the same sender's, unread and less than a minute older. */
const selectForPush = statement(
  'chat_message_for_push',
  { message: uuid },
  {
    muted: bool,
    as_creator: bool,
    username: orNull(text),
    display_name: orNull(text),
    avatar_media_id: orNull(uuid),
    follows: bool,
  },
  ({ message }) => `
    select k.muted, k.as_creator, w.username, w.display_name, w.avatar_media_id, exists (
      select 1 from messages p where p.session_id = m.session_id and p.seq = m.seq - 1 and p.sender_id = m.sender_id
        and p.read_at is null and ${notDeleted('p')} and p.created_at > m.created_at - interval '1 minute') as follows
    from messages m
    join chat_members k on k.user_id = m.receiver_id and k.other_id = m.sender_id
    join users w on w.id = m.sender_id
    where m.id = ${message} and ${notDeleted('m')}`,
)
