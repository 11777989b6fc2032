import { breadcrumbs } from './breadcrumbs.js'
import type { Component } from './component.js'
import { workflowStatus } from './workflowStatus.js'

/** All components, by their names in addresses (docs/content-and-access.md, Components). */
export const components = {
  breadcrumbs,
  workflow: { show: workflowStatus },
} satisfies Readonly<Record<string, Component>>

export type ComponentName = keyof typeof components

export const isComponent = (name: string): name is ComponentName => Object.hasOwn(components, name)
