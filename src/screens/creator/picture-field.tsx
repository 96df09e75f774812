import { useState } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSendImage } from '../../queries/verification.ts'
import { ErrorLine } from '../../ui/error-line.tsx'
import { FileButton } from '../../ui/file-input.tsx'
import { Icon } from '../../ui/icon.tsx'

type PictureFieldProps = { kind: 'document' | 'selfie'; label: string; hint: string; isThere: boolean }

/** One picture: taken or chosen, sent at once, shown from this device only, and replaced as often as one likes. */
export function PictureField({ kind, label, hint, isThere }: PictureFieldProps) {
  const { mutate, isPending, error } = useSendImage()
  const [shown, setShown] = useState<string | null>(null)
  const choose = ([file]: readonly File[]) => {
    if (file) mutate({ kind, file }, { onSuccess: () => setShown(URL.createObjectURL(file)) })
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 font-semibold text-sm">
        {label}
        {isThere && <Icon name="circle-check" className="size-4 text-leaf-text" />}
        {isThere && <span className="font-normal text-leaf-text">{m.verification_picture_there()}</span>}
      </p>
      <p className="text-ink-soft text-sm">{hint}</p>
      {shown && <img src={shown} alt="" className="max-h-48 w-fit rounded-media object-contain" />}
      <FileButton
        icon="camera"
        accept="image/*"
        capture={kind === 'selfie' ? 'user' : 'environment'}
        aria-label={label}
        isBusy={isPending}
        onFiles={choose}
        className="w-fit"
      >
        {isThere ? m.verification_picture_replace() : m.verification_picture_choose()}
      </FileButton>
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
    </div>
  )
}
