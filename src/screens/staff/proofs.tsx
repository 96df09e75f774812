import { useEffect, useState } from 'react'
import type { StaffVerification } from '../../../contract/staff.ts'
import { m } from '../../paraglide/messages.js'
import { useOpenDocuments } from '../../queries/staff.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { StaffRefusal } from './staff-refusal.tsx'
import { useDecision } from './use-decision.tsx'

/** The pictures of a verification, which are fetched when a staff member asks for them, and only kept by this page. */
export function Proofs({ it }: { it: StaffVerification }) {
  const addresses = [it.document, it.selfie].filter((address) => address !== null)
  const open = useOpenDocuments()
  const { decide, sheet } = useDecision(open)
  const [opened, setOpened] = useState<Map<string, string> | null>(null)
  useEffect(() => {
    if (!open.data) return
    const urls = new Map([...open.data].map(([address, picture]) => [address, URL.createObjectURL(picture)]))
    setOpened(urls)
    return () => {
      for (const url of urls.values()) URL.revokeObjectURL(url)
    }
  }, [open.data])
  if (addresses.length === 0) return null
  if (opened === null)
    return (
      <div className="flex flex-col items-start gap-2">
        <StaffRefusal error={open.error} />
        <Button size="sm" busy={open.isPending} onClick={() => decide(addresses)}>
          {m.staff_documents_open()}
        </Button>
        {sheet}
      </div>
    )
  return (
    <div className="grid grid-cols-2 gap-2">
      {it.document && <Proof address={opened.get(it.document)} name={m.verification_document()} />}
      {it.selfie && <Proof address={opened.get(it.selfie)} name={m.verification_selfie()} />}
    </div>
  )
}

function Proof({ address, name }: { address: string | undefined; name: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className="block">
      <span className="block aspect-[4/3] overflow-hidden rounded-media bg-sunken">
        <Picture src={address} alt={name} className="size-full object-contain" />
      </span>
    </a>
  )
}
