// The phones on which the viewer uses the app.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  deviceBlock,
  deviceList,
  deviceRemove,
  deviceUnblock,
} from '../../../../sdk/client/operations.ts'
import type { Device } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Smartphone = icon('smartphone')

export function DevicesCard() {
  const read = useRead('devices', deviceList, {})
  const block = useWrite(deviceBlock, ['devices'])
  const unblock = useWrite(deviceUnblock, ['devices'])
  const remove = useWrite(deviceRemove, ['devices'])
  const [removed, setRemoved] = useState<Device>()
  const error = block.error ?? unblock.error
  const isBusy = block.isPending || unblock.isPending
  const columns = deviceColumns({
    isBusy,
    onBlock: ({ id, is_blocked }) => (is_blocked ? unblock : block).mutate({ id }),
    onRemove: setRemoved,
  })
  return (
    <Card title="Devices" hint="Phones on which you use the app." isFlush className="mt-5">
      {error && <Problem error={error} />}
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Smartphone} title="No devices yet">
              A phone appears here after you sign in to the app on it.
            </Empty>
          ) : (
            <Table label="Devices" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Show>
      <Review
        title="Remove a device"
        of={removed}
        facts={(device) => [
          ['Device', nameOf(device)],
          ['Last active', <When key="active" at={device.last_active_at} />],
        ]}
        effect="The app on it is signed out. It can be registered again by signing in there."
        submit="Remove the device"
        done="The device is removed."
        onConfirm={({ id }) => remove.mutateAsync({ id })}
        onClose={() => setRemoved(undefined)}
      />
    </Card>
  )
}

interface Actions {
  readonly isBusy: boolean
  readonly onBlock: (device: Device) => void
  readonly onRemove: (device: Device) => void
}

const nameOf = ({ device_name, device_model, platform }: Device): string =>
  device_name ?? device_model ?? platform

const deviceColumns = ({ isBusy, onBlock, onRemove }: Actions): readonly Column<Device>[] => [
  {
    name: 'Device',
    isSilent: true,
    show: (device) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{nameOf(device)}</span>
        <span className="text-sm text-soft">
          {device.platform === 'ios' ? 'iOS' : 'Android'} {device.os_version}
        </span>
        {device.is_blocked ? (
          <Badge word="blocked" />
        ) : (
          device.is_trusted && <Badge word="trusted" tone="good" />
        )}
      </span>
    ),
  },
  { name: 'Last active', show: ({ last_active_at }) => <When at={last_active_at} /> },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (device) => (
      <span className="inline-flex gap-2">
        <Button look="plain" size="small" disabled={isBusy} onClick={() => onBlock(device)}>
          {device.is_blocked ? 'Unblock' : 'Block'}
          <span className="sr-only"> {nameOf(device)}</span>
        </Button>
        <Button look="danger" size="small" onClick={() => onRemove(device)}>
          Remove<span className="sr-only"> {nameOf(device)}</span>
        </Button>
      </span>
    ),
  },
]
