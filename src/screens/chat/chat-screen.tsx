import { clsx } from 'clsx'
import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { openDrafts } from '../../stores/drafts.ts'
import { Bar, Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { ConversationView } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useKeyboard } from './use-keyboard.ts'

type ChatScreenProps = {
  /** The inbox of a creator; else the people one writes to. */
  mode: 'creator' | undefined
  /** Whose conversation is open. */
  username: string | undefined
}

/** List and conversation: one after the other on phones, two panes from 900 px. */
export function ChatScreen({ mode, username }: ChatScreenProps) {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  useKeyboard()
  return (
    <Frame title={m.title_chat()} wide panes tabless={username !== undefined}>
      <div className="panes flex min-h-0 bg-paper">
        <div
          className={clsx(
            'min-h-0 w-full flex-col md:flex md:w-80 md:shrink-0 md:border-hairline md:border-r lg:w-96',
            username ? 'hidden' : 'flex',
          )}
        >
          <Bar title={m.title_chat()} ownHeading={username !== undefined} />
          <ConversationList mode={mode} open={username} />
        </div>
        <div className={clsx('min-h-0 min-w-0 flex-1 flex-col', username ? 'flex' : 'hidden md:flex')}>
          {username ? (
            <ConversationView key={username} username={username} mode={mode} />
          ) : (
            <p className="m-auto px-6 text-ink-soft">{m.chat_choose()}</p>
          )}
        </div>
      </div>
    </Frame>
  )
}
