import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OpenConversation } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/blocking.ts'
import { useHideConversation, useMuteConversation } from '../../queries/chat.ts'
import { useTakeFanMedia } from '../../queries/chat-tools.ts'
import { useChangeConversations } from '../../queries/inbox.ts'
import { requestsWithUserQuery } from '../../queries/requests.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { openBlock, openReport } from '../../stores/safety.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { FanPanel } from './fan-panel.tsx'
import { keepItems, mediaItem } from './keep-items.ts'
import { SearchButton } from './search-button.tsx'

/** The one bar over a conversation: the way back to the list on a phone, then what it is given. */
export function ConversationBar({ mode, children }: { mode: 'creator' | undefined; children: ReactNode }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-hairline border-b bg-paper pr-1 pl-1 md:pl-4">
      <PageLink
        href={mode ? '/chat?mode=creator' : '/chat'}
        aria-label={m.nav_back()}
        className="flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken md:hidden"
      >
        <Icon name="arrow-left" className="size-5" />
      </PageLink>
      {children}
    </header>
  )
}

/** Who it is, whether they are here or writing, and what can be done with the conversation. */
export function ConversationHead({
  user,
  conversation,
  mode,
  isTyping,
  isCreatorInbox,
  onSearch,
}: {
  user: PublicProfile
  conversation: OpenConversation
  mode: 'creator' | undefined
  isTyping: boolean
  isCreatorInbox: boolean
  /** Opens the search in the conversation, or closes it. */
  onSearch: () => void
}) {
  const { id } = conversation
  // There is nothing to mute or hide before the first message.
  const notYet = id === null ? m.chat_no_messages_yet() : null
  const mute = useMuteConversation()
  const noRequest = useClosed('owner')
  const least = useQuery(requestsWithUserQuery(user.id)).data?.min_price ?? null
  const hide = useHideConversation()
  const keep = useChangeConversations()
  const take = useTakeFanMedia(user)
  const block = useBlock(user)
  const social = useViewer()?.acting_as?.permissions.can_social ?? true
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <ConversationBar mode={mode}>
        <Link
          to="/@{$username}"
          params={{ username: user.username ?? '' }}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 focus-visible:outline-offset-[-4px]"
        >
          <Avatar user={user} size="sm" online={conversation.online} className="face" />
          <span className="min-w-0">
            <h1 className="truncate font-sans font-semibold leading-tight tracking-normal">{nameOf(user)}</h1>
            <span aria-live="polite" className="block truncate text-ink-soft text-xs">
              {isTyping ? m.chat_typing() : conversation.online ? m.chat_online() : `@${user.username}`}
            </span>
          </span>
        </Link>
        {id !== null && <SearchButton onPress={onSearch} />}
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
            ...(isCreatorInbox && id !== null
              ? [
                  mediaItem(conversation, take.mutate),
                  ...keepItems(conversation, (act, until) => keep.mutate({ act, ids: [id], until })),
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
              label: m.chat_report_person({ name: `@${user.username}` }),
              icon: 'flag',
              onSelect: () => openReport({ kind: 'user', id: user.id, owner: user, text: '' }),
            },
            {
              label: user.is_blocked ? m.chat_unblock() : m.chat_block(),
              icon: 'ban',
              danger: true,
              disabledReason: social ? null : m.refusal_permission_denied(),
              onSelect: () => (user.is_blocked ? block.mutate(false) : openBlock(user)),
            },
          ]}
        />
      </ConversationBar>
      {isCreatorInbox && isShown && (
        <FanPanel
          fan={user}
          className="max-h-[50%] shrink-0 overflow-y-auto border-hairline border-b min-[77rem]:hidden"
        />
      )}
    </>
  )
}

/** What a person is called in a conversation. */
export const nameOf = (user: { username: string | null; display_name: string | null }): string =>
  user.display_name || `@${user.username}`
