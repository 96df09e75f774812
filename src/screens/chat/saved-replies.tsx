import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { savedRepliesQuery } from '../../queries/chat-tools.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** The texts a creator writes often, one tap away; the fan's name is put in. */
export function SavedReplies({ name, onPick }: { name: string; onPick: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const replies = useQuery({ ...savedRepliesQuery, enabled: isOpen })
  const pick = (content: string) => {
    onPick(content.replaceAll('{name}', name))
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        aria-label={m.chat_replies()}
        onClick={() => setIsOpen(true)}
        className={buttonClasses({ variant: 'ghost', size: 'icon' })}
      >
        <Icon name="file-text" />
      </button>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={m.chat_replies()}>
        {replies.data?.data.length === 0 && <p className="text-ink-soft">{m.chat_replies_empty()}</p>}
        <ul className="divide-y divide-hairline">
          {replies.data?.data.map((reply) => (
            <li key={reply.id}>
              <button
                type="button"
                onClick={() => pick(reply.content)}
                className="block min-h-11 w-full py-2 text-left"
              >
                <span className="block font-semibold">{reply.title}</span>
                <span className="line-clamp-2 text-ink-soft text-sm">{reply.content}</span>
              </button>
            </li>
          ))}
        </ul>
        <Link
          to="/settings/chat"
          className="mt-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {m.chat_replies_manage()}
        </Link>
      </Sheet>
    </>
  )
}
