import { type FormEvent, useId, useState } from 'react'
import { replyFolderLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useRenameReplyFolder } from '../../queries/chat-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Renames the folder that is shown, with all its replies. */
export function ReplyFolderRename({ folder, onRenamed }: { folder: string; onRenamed: (folder: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useRenameReplyFolder()
  const form = useId()
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = String(new FormData(event.currentTarget).get('folder') ?? '').trim()
    if (to === folder) return setIsOpen(false)
    const onSuccess = () => {
      setIsOpen(false)
      onRenamed(to)
    }
    if (to !== '') mutate({ folder, to }, { onSuccess })
  }
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setIsOpen(true)}>
        <Icon name="pencil" />
        {m.chat_reply_rename()}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setIsOpen}
        title={m.chat_reply_rename()}
        actions={
          <Button type="submit" form={form} variant="primary" busy={isPending}>
            {m.chat_save()}
          </Button>
        }
      >
        <form id={form} onSubmit={rename}>
          <Field label={m.chat_reply_folder()} error={error ? errorMessage(error) : null}>
            <Input name="folder" defaultValue={folder} maxLength={replyFolderLength} autoComplete="off" required />
          </Field>
        </form>
      </Sheet>
    </>
  )
}
