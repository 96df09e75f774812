import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { conversationQuery, useSendMessage } from '../../queries/chat.ts'
import { foundQuery } from '../../queries/chat-search.ts'
import { requestsWithUserQuery } from '../../queries/requests.ts'
import { userQuery } from '../../queries/users.ts'
import { outgoingOf, useOutbox } from '../../stores/outbox.ts'
import { lazily } from '../../ui/lazily.ts'
import { TeamPresence } from '../agencies/team-presence.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { ConversationBar, ConversationHead, nameOf } from './conversation-head.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { FanPanel } from './fan-panel.tsx'
import { Gate } from './gate.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageList } from './message-list.tsx'
import { RequestCard } from './request-card.tsx'
import { ToUnread, useUnread } from './to-unread.tsx'
import { useEditing } from './use-editing.ts'
import { useHistory } from './use-history.ts'
import { useReadMark } from './use-read-mark.ts'
import { useReceipts } from './use-receipts.ts'
import { useTyping } from './use-typing.ts'

type ConversationProps = { username: string; mode: 'creator' | undefined }

/** The conversation with one person: found by name, then by id. */
export function ConversationView({ username, mode }: ConversationProps) {
  const user = useQuery(userQuery(username))
  const id = user.data?.id
  const conversation = useQuery({ ...conversationQuery(id ?? ''), enabled: id !== undefined })
  const error = user.error ?? conversation.error
  if (user.data && conversation.data)
    return <Open key={user.data.id} user={user.data} conversation={conversation.data} mode={mode} />
  return (
    <>
      <ConversationBar mode={mode}>
        <h1 className="truncate font-semibold">{`@${username}`}</h1>
      </ConversationBar>
      {error ? (
        <LoadError error={error} onRetry={() => void (user.error ? user.refetch() : conversation.refetch())} />
      ) : (
        <ConversationSkeleton />
      )}
    </>
  )
}

function Open({
  user,
  conversation,
  mode,
}: {
  user: PublicProfile
  conversation: OpenConversation
  mode: 'creator' | undefined
}) {
  const viewer = useViewer()
  const history = useHistory(user.id)
  const messages = history.latest
  const unread = useUnread(conversation)
  const [isSearching, setIsSearching] = useState(false)
  const all = useOutbox((it) => it.messages)
  const waiting = outgoingOf(all, { from: viewer?.id, to: user.id })
  const outgoing = waiting.filter((it) => !messages.some((message) => message.client_id === it.clientId))
  const { send, retry } = useSendMessage(user.id)
  const [chosen, setReplyTo] = useState<Message | null>(null)
  // What is deleted while one answers it cannot be answered any more.
  const replyTo = messages.some((it) => it.id === chosen?.id && it.deleted) ? null : chosen
  const { edited, edit, editLast } = useEditing(messages, user.id)
  const reply = useCallback(
    (message: Message) => {
      edit(null)
      setReplyTo(message)
    },
    [edit],
  )
  const isTyping = useTyping(user.id)
  useReceipts(user.id, messages)
  useReadMark(conversation, messages)
  const { data: requests } = useQuery(requestsWithUserQuery(user.id))
  const isCreatorInbox = mode === 'creator' && viewer?.is_creator === true && !user.is_creator
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label={m.chat_with({ name: nameOf(user) })} className="conversation">
        <ConversationHead
          user={user}
          conversation={conversation}
          mode={mode}
          isTyping={isTyping}
          isCreatorInbox={isCreatorInbox}
          onSearch={() => setIsSearching((it) => !it)}
        />
        <TeamPresence fanId={user.id} />
        {isSearching && (
          <Suspense>
            <ConversationSearch
              other={user}
              find={(q) => foundQuery(user.id, q)}
              onGo={history.goTo}
              onClose={() => setIsSearching(false)}
            />
          </Suspense>
        )}
        {unread !== null && !isSearching && <ToUnread unread={unread} history={history} />}
        <MessageList
          // Another place in the history is scrolled from its own end.
          key={history.later === null ? 'latest' : JSON.stringify(history.place)}
          history={history}
          outgoing={outgoing}
          other={user}
          readSeq={conversation.other_read_seq}
          unreadAfter={unread?.after ?? null}
          onReply={reply}
          onEdit={edit}
          onRetry={retry}
          under={(message) => {
            const request = requests?.data.find((it) => it.message_id === message.id)
            return request && <RequestCard request={request} otherId={user.id} />
          }}
        />
        {user.chat.allowed ? (
          <>
            {edited && <MessageEditor key={edited.id} message={edited} onEnd={() => edit(null)} />}
            <MessageComposer
              user={user}
              maySendMedia={conversation.may_send_media ?? false}
              replyTo={replyTo}
              onReplyEnd={() => setReplyTo(null)}
              isEditing={edited !== null}
              onEditLast={editLast}
              onSend={(written) => {
                history.toLatest()
                send(written)
              }}
            />
          </>
        ) : (
          <Gate user={user} />
        )}
      </section>
      {isCreatorInbox && (
        <FanPanel fan={user} className="hidden w-70 shrink-0 border-hairline border-l min-[77rem]:block" />
      )}
    </div>
  )
}

/** Most visits search nothing. */
const ConversationSearch = lazily(async () => (await import('./conversation-search.tsx')).ConversationSearch)
