import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import {
  conversationQuery,
  messagesQuery,
  useHideConversation,
  useMuteConversation,
  useSendMessage,
} from '../../queries/chat.ts'
import { requestsWithUserQuery } from '../../queries/requests.ts'
import { useBlock, userQuery } from '../../queries/users.ts'
import { outgoingOf, useOutbox } from '../../stores/outbox.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { TeamPresence } from '../agencies/team-presence.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { FanPanel } from './fan-panel.tsx'
import { Gate } from './gate.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageList } from './message-list.tsx'
import { RequestCard } from './request-card.tsx'
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
  if (error)
    return <LoadError error={error} onRetry={() => void (user.error ? user.refetch() : conversation.refetch())} />
  return <ConversationSkeleton />
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
  const history = useInfiniteQuery(messagesQuery(user.id))
  const messages = history.data?.pages.flatMap((page) => page.data) ?? []
  const all = useOutbox((it) => it.messages)
  const waiting = outgoingOf(all, { from: viewer?.id, to: user.id })
  const outgoing = waiting.filter((it) => !messages.some((message) => message.client_id === it.clientId))
  const { send, retry } = useSendMessage(user.id)
  const [chosen, setReplyTo] = useState<Message | null>(null)
  // What is deleted while one answers it cannot be answered any more.
  const replyTo = messages.some((it) => it.id === chosen?.id && it.deleted) ? null : chosen
  const isTyping = useTyping(user.id)
  useReceipts(user.id, messages)
  const { data: requests } = useQuery(requestsWithUserQuery(user.id))
  const isCreatorInbox = mode === 'creator' && viewer?.is_creator === true && !user.is_creator
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label={m.chat_with({ name: nameOf(user) })} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Head user={user} conversation={conversation} isTyping={isTyping} isCreatorInbox={isCreatorInbox} />
        <TeamPresence fanId={user.id} />
        <MessageList
          messages={messages}
          outgoing={outgoing}
          other={user}
          readSeq={conversation.other_read_seq}
          isPending={history.isPending}
          error={history.isError && !history.data ? history.error : null}
          onAgain={() => void history.refetch()}
          hasMore={history.hasNextPage}
          isFetchingMore={history.isFetchingNextPage}
          isStuck={history.isFetchNextPageError}
          onMore={() => void history.fetchNextPage()}
          onReply={setReplyTo}
          onRetry={retry}
          under={(message) => {
            const request = requests?.data.find((it) => it.message_id === message.id)
            return request && <RequestCard request={request} otherId={user.id} />
          }}
        />
        {user.chat.allowed ? (
          <MessageComposer user={user} replyTo={replyTo} onReplyEnd={() => setReplyTo(null)} onSend={send} />
        ) : (
          <Gate user={user} />
        )}
      </section>
      {isCreatorInbox && <FanPanel fan={user} className="hidden w-72 shrink-0 border-hairline border-l lg:block" />}
    </div>
  )
}

function Head({
  user,
  conversation,
  isTyping,
  isCreatorInbox,
}: {
  user: PublicProfile
  conversation: OpenConversation
  isTyping: boolean
  isCreatorInbox: boolean
}) {
  const { id } = conversation
  // There is nothing to mute or hide before the first message.
  const notYet = id === null ? m.chat_no_messages_yet() : null
  const mute = useMuteConversation()
  const noRequest = useClosed('owner')
  const least = useQuery(requestsWithUserQuery(user.id)).data?.min_price ?? null
  const hide = useHideConversation()
  const block = useBlock(user)
  const social = useViewer()?.acting_as?.permissions.can_social ?? true
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-3 border-hairline border-b pr-1 pl-4">
        <Link
          to="/@{$username}"
          params={{ username: user.username ?? '' }}
          className="flex min-h-11 min-w-0 items-center gap-3"
        >
          <Avatar user={user} size="sm" online={conversation.online} />
          <span className="min-w-0">
            <h2 className="truncate font-semibold leading-tight">{nameOf(user)}</h2>
            <span aria-live="polite" className="block truncate text-ink-soft text-xs">
              {isTyping ? m.chat_typing() : conversation.online ? m.chat_online() : `@${user.username}`}
            </span>
          </span>
        </Link>
        <span className="ml-auto" />
        <Menu
          label={m.chat_more()}
          items={[
            ...(isCreatorInbox
              ? [{ label: m.chat_fan_panel(), icon: 'info' as const, onSelect: () => setIsShown((it) => !it) }]
              : []),
            ...(user.is_creator && least !== null && user.chat.allowed
              ? [
                  {
                    label: m.requests_ask(),
                    icon: 'star' as const,
                    disabledReason: noRequest,
                    onSelect: () => openPurchase({ kind: 'request', creator: user, price: least }),
                  },
                ]
              : []),
            {
              label: conversation.muted ? m.chat_unmute() : m.chat_mute(),
              icon: conversation.muted ? 'bell' : 'bell-off',
              disabledReason: notYet,
              onSelect: () => id !== null && mute.mutate({ id }),
            },
            {
              label: conversation.hidden ? m.chat_unhide() : m.chat_hide(),
              icon: 'archive',
              disabledReason: notYet,
              onSelect: () => id !== null && hide.mutate({ id, hidden: conversation.hidden }),
            },
            {
              label: user.is_blocked ? m.chat_unblock() : m.chat_block(),
              icon: 'ban',
              danger: true,
              disabledReason: social ? null : m.refusal_permission_denied(),
              onSelect: () => block.mutate(!user.is_blocked),
            },
          ]}
        />
      </header>
      {isCreatorInbox && isShown && (
        <FanPanel fan={user} className="max-h-[50%] shrink-0 overflow-y-auto border-hairline border-b lg:hidden" />
      )}
    </>
  )
}

const nameOf = (user: { username: string | null; display_name: string | null }): string =>
  user.display_name || `@${user.username}`

function ConversationSkeleton() {
  return (
    <Skeletons className="flex flex-1 flex-col justify-end gap-3 p-4">
      {['w-1/2', 'ml-auto w-2/5', 'w-3/5', 'w-1/3', 'ml-auto w-1/2'].map((width) => (
        <Skeleton key={width} className={`h-11 rounded-media ${width}`} />
      ))}
    </Skeletons>
  )
}
