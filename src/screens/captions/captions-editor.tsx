import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Cue } from '../../../contract/captions.ts'
import { cuesPerMedia } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { captionsQuery, useRemoveCaptions, useSaveCaptions } from '../../queries/captions.ts'
import { openDrafts, saveDraft, useDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { captionsProblem } from './captions-problem.ts'
import { CueRow } from './cue-row.tsx'
import { decodeFile } from './decode-file.ts'
import { addRow, isSavable, problemOf, type Row, toCues, toRow } from './rows.ts'

type CaptionsEditorProps = { media: PrivateMedia; language: string; player: RefObject<HTMLMediaElement | null> }

/** The captions in one language: from a file, or line by line at the moment where the film is. */
export function CaptionsEditor({ media, language, player }: CaptionsEditorProps) {
  const isWritten = media.captions.some((it) => it.language === language)
  const { data, error, refetch } = useQuery({ ...captionsQuery(media.id, language), enabled: isWritten })
  if (isWritten && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (isWritten && !data) return <SkeletonList rows={4} />
  return <Lines media={media} language={language} player={player} saved={isWritten ? (data?.cues ?? []) : []} />
}

function Lines({ media, language, player, saved }: CaptionsEditorProps & { saved: readonly Cue[] }) {
  const draft = useCaptionsDraft(media.id, language)
  const [rows, setRows] = useState<readonly Row[]>(() => draft.read() ?? saved.map(toRow))
  const fresh = useRef<string>(null)
  const save = useSaveCaptions(media.id, language)
  const change = (next: readonly Row[]) => {
    setRows(next)
    draft.keep(next)
  }
  const done = (cues: readonly Cue[]) => {
    setRows(cues.map(toRow))
    draft.drop()
    toast(m.captions_saved(), { type: 'success' })
  }
  const add = () => {
    const length = media.duration ?? player.current?.duration ?? 0
    const { rows: next, added } = addRow(rows, player.current?.currentTime ?? 0, length)
    fresh.current = added.key
    change(next)
  }
  const edit = (row: Row) => change(rows.map((it) => (it.key === row.key ? row : it)))
  const reason = whyNot(rows)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={add} disabledReason={rows.length >= cuesPerMedia ? m.captions_too_long() : null}>
          {m.captions_add()}
        </Button>
        <FileButton onFile={(file) => save.mutate({ file }, { onSuccess: ({ cues }) => done(cues) })} />
        <RemoveButton media={media} language={language} onRemoved={() => change([])} />
      </div>
      {save.error && <ErrorLine>{captionsProblem(save.error)}</ErrorLine>}
      {media.captions.some((it) => it.language === language && it.by_machine) && (
        <p role="note" className="rounded-control bg-sunken px-3 py-2 font-medium">
          {m.captions_check()}
        </p>
      )}
      {rows.length === 0 && <p className="text-ink-soft">{m.captions_empty()}</p>}
      <ol className="flex flex-col">
        {rows.map((row, at) => (
          <CueRow
            key={row.key}
            row={row}
            problem={problemOf(row, rows[at - 1])}
            player={player}
            isFresh={row.key === fresh.current}
            onChange={edit}
            onRemove={() => change(rows.filter((it) => it.key !== row.key))}
          />
        ))}
      </ol>
      {rows.length > 0 && (
        <div className="sticky bottom-(--tabs) border-hairline border-t bg-paper py-3">
          <Button
            variant="primary"
            busy={save.isPending}
            disabledReason={reason}
            onClick={() => save.mutate({ cues: toCues(rows) }, { onSuccess: ({ cues }) => done(cues) })}
          >
            {m.captions_save()}
          </Button>
        </div>
      )}
    </>
  )
}

/** Why these rows cannot be saved; null when they can. */
function whyNot(rows: readonly Row[]): string | null {
  const at = rows.findIndex((it) => !isSavable(it))
  return at === -1 ? null : m.captions_mend({ line: at + 1 })
}

function FileButton({ onFile }: { onFile: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async ([file]: readonly File[]) => {
    if (file) onFile(await decodeFile(file))
  }
  return (
    <>
      <FileInput ref={input} accept=".vtt,.srt,text/vtt" onFiles={read} className="hidden" />
      <Button variant="ghost" onClick={() => input.current?.click()}>
        {m.captions_from_file()}
      </Button>
    </>
  )
}

type RemoveButtonProps = { media: PrivateMedia; language: string; onRemoved: () => void }

/** Removes the captions in this language after a second tap. */
function RemoveButton({ media, language, onRemoved }: RemoveButtonProps) {
  const [isSure, setSure] = useState(false)
  const remove = useRemoveCaptions(media.id, language)
  if (!media.captions.some((it) => it.language === language)) return null
  const act = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onRemoved()
        toast(m.captions_removed(), { type: 'success' })
      },
    })
  return (
    <Button
      variant={isSure ? 'danger' : 'ghost'}
      busy={remove.isPending}
      onClick={isSure ? act : () => setSure(true)}
      onBlur={() => setSure(false)}
    >
      {isSure ? m.captions_remove_sure() : m.captions_remove()}
    </Button>
  )
}

/** What was written and not saved, kept in this browser until it is. */
function useCaptionsDraft(id: string, language: string) {
  const key = `captions ${id} ${language}`
  const owner = useViewer()?.id
  useState(() => owner && openDrafts(owner))
  const read = (): Row[] | null => {
    try {
      const text = useDrafts.getState().texts[key]
      return text ? (JSON.parse(text) as Row[]) : null
    } catch {
      return null
    }
  }
  const keep = (rows: readonly Row[]) => saveDraft(key, JSON.stringify(rows))
  return { read, keep, drop: () => saveDraft(key, '') }
}
