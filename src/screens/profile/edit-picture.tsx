import { useEffect, useState } from 'react'
import type { Profile } from '../../../contract/profile.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSetPicture } from '../../queries/pictures.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-input.tsx'
import { FormError } from '../auth/auth-layout.tsx'
import { EditPreview } from './edit-preview.tsx'
import { VaultPictures } from './vault-pictures.tsx'

type EditPictureProps = { type: 'avatar' | 'cover'; viewer: Profile; onSaved: () => void }

/** An avatar or a cover: from the device, or from the vault for creators, with a preview before it is saved. */
export function EditPicture({ type, viewer, onSaved }: EditPictureProps) {
  const [file, setFile] = useState<File | null>(null)
  const url = useObjectUrl(file)
  const { mutate, isPending, error } = useUpdateProfile()
  const picture = useSetPicture(type)
  const choose = (id: string | null) =>
    !isPending && mutate({ [type === 'avatar' ? 'avatar_media_id' : 'cover_media_id']: id }, { onSuccess: onSaved })
  const failure = picture.error ?? error
  return (
    <>
      <EditPreview shown={{ ...viewer, ...(url && { [type]: url }) }} />
      {failure && <FormError>{errorMessage(failure)}</FormError>}
      <div className="flex flex-wrap gap-2 py-3">
        <FileButton
          icon="camera"
          variant={file ? 'secondary' : 'primary'}
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onFiles={([first]) => setFile(first ?? null)}
        >
          {m.edit_picture_choose()}
        </FileButton>
        {file && (
          <Button
            variant="primary"
            busy={picture.isPending}
            onClick={() => picture.mutate(file, { onSuccess: onSaved })}
          >
            {m.edit_picture_save()}
          </Button>
        )}
        {viewer[type] && !file && (
          <Button variant="ghost" busy={isPending} onClick={() => choose(null)}>
            {m.profile_picture_remove()}
          </Button>
        )}
      </div>
      <p className="text-ink-soft text-sm">{m.edit_picture_hint()}</p>
      {viewer.is_creator && viewer.acting_as?.permissions.can_medias !== false && <VaultPictures onChoose={choose} />}
    </>
  )
}

/** An address for a chosen file, given back when it is no longer shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
