import { type ChangeEvent, useState } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSendImage } from '../../queries/verification.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type PictureFieldProps = { kind: 'document' | 'selfie'; label: string; hint: string; isThere: boolean }

/** One picture: taken or chosen, sent at once, shown from this device only, and replaced as often as one likes. */
export function PictureField({ kind, label, hint, isThere }: PictureFieldProps) {
  const { mutate, isPending, error } = useSendImage()
  const [shown, setShown] = useState<string | null>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    mutate({ kind, file }, { onSuccess: () => setShown(URL.createObjectURL(file)) })
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
      <label
        className={`${buttonClasses({})} w-fit cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-signal`}
        aria-busy={isPending || undefined}
      >
        {isPending ? <Spinner /> : <Icon name="camera" className="size-4" />}
        {isThere ? m.verification_picture_replace() : m.verification_picture_choose()}
        <input
          type="file"
          accept="image/*"
          capture={kind === 'selfie' ? 'user' : 'environment'}
          aria-label={label}
          onChange={choose}
          disabled={isPending}
          className="sr-only"
        />
      </label>
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
    </div>
  )
}
