import { clsx } from 'clsx'
import { useEffect } from 'react'
import type { InboxSearch } from '../../lib/inbox-search.ts'
import { m } from '../../paraglide/messages.js'
import { openDrafts } from '../../stores/drafts.ts'
import { Bar, Frame } from '../frame/frame.tsx'
import { KeysSheet } from '../frame/keys-sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { ConversationView } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useSyncedDrafts } from './use-synced-drafts.ts'

type ChatScreenProps = {
  /** The inbox of a creator; else the people one writes to. */
  mode: 'creator' | undefined
  /** Whose conversation is open. */
  username: string | undefined
  /** Filters, order and search of the list. */
  shown?: InboxSearch
}

/**
 * List and conversation: one after the other on phones, two panes from 900 px; beside a conversation of at least 560 px
 * the fan from 1,232 px.
 */
export function ChatScreen({ mode, username, shown = everything }: ChatScreenProps) {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  useSyncedDrafts(viewerId)
  useKeyboard()
  useInboxKeys(mode)
  return (
    <Frame title={m.title_chat()} wide panes tabless={username !== undefined}>
      <div className="panes flex min-h-0 w-full max-w-[90rem] bg-paper">
        <div
          className={clsx(
            'min-h-0 w-full flex-col md:flex md:w-80 md:shrink-0 md:border-hairline md:border-r',
            username ? 'hidden' : 'flex',
          )}
        >
          <Bar title={m.title_chat()} ownHeading={username !== undefined} />
          <ConversationList mode={mode} open={username} shown={shown} />
        </div>
        <div className={clsx('min-h-0 min-w-0 flex-1 flex-col', username ? 'flex' : 'hidden md:flex')}>
          {username ? (
            <ConversationView key={username} username={username} mode={mode} />
          ) : (
            <p className="m-auto px-6 text-ink-soft">{m.chat_choose()}</p>
          )}
        </div>
      </div>
      <KeysSheet />
    </Frame>
  )
}

const everything: InboxSearch = {}
