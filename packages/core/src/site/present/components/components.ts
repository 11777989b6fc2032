import type { ComponentPayloads } from '../../../answers/components.js'
import { actions } from './actions.js'
import { aliases } from './aliases.js'
import { breadcrumbs } from './breadcrumbs.js'
import type { Component } from './component.js'
import { contextNavigation } from './contextNavigation.js'
import { inherit } from './inherit.js'
import { navigation } from './navigation.js'
import { navroot } from './navroot.js'
import { types } from './types.js'
import { workflowStatus } from './workflowStatus.js'

/** All components by the name of their endpoint (docs/content-and-access.md, Components). */
export const components = {
  actions,
  aliases,
  breadcrumbs,
  contextnavigation: contextNavigation,
  inherit,
  navigation,
  navroot,
  types,
  workflow: { show: workflowStatus },
} satisfies { readonly [Name in keyof ComponentPayloads]: Component<ComponentPayloads[Name]> }

export type ComponentName = keyof typeof components

export const componentNames = Object.keys(components) as readonly ComponentName[]

export const isComponent = (name: string): name is ComponentName => Object.hasOwn(components, name)
