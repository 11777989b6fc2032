// The files of an export as plone.exportimport 2.2 writes them. Readers must validate every value.

/** `content/__metadata__.json`: data about the objects in addition to their own files. */
export interface ExportMetadata {
  readonly __version__: string
  /** `<UID>/data.json` of every object. */
  readonly _data_files_: readonly string[]
  /** Paths of the bytes of file fields, below `content/`. */
  readonly _blob_files_: readonly string[]
  /** By UID of a container. */
  readonly default_page: Readonly<Record<string, DefaultPage>>
  /** Positions by UID; only their order among siblings counts. */
  readonly ordering: Readonly<Record<string, number>>
  readonly local_roles: Readonly<Record<string, ExportedRoles>>
  /** Grants by UID and permission. */
  readonly local_permissions: Readonly<Record<string, Readonly<Record<string, ExportedGrant>>>>
  /** Always empty: relations have a separate file. */
  readonly relations: readonly []
}

export interface DefaultPage {
  readonly default_page: string
  readonly default_page_uuid: string
}

export interface ExportedRoles {
  /** Roles by the id of a user or group. */
  readonly local_roles?: Readonly<Record<string, readonly string[]>>
  /** 1 if local roles of containers are not inherited. */
  readonly block?: 1
}

export interface ExportedGrant {
  readonly acquire: boolean
  readonly roles: readonly string[]
}

/** A file or image field of an object. */
export interface ExportedBlob {
  readonly filename: string
  readonly 'content-type': string
  /** In bytes. */
  readonly size: number
  /** In pixels; only of images. */
  readonly width?: number
  readonly height?: number
  /** Below `content/`. */
  readonly blob_path: string
}

/** `principals.json`. */
export interface ExportedPrincipals {
  readonly groups: readonly ExportedGroup[]
  readonly members: readonly ExportedMember[]
}

export interface ExportedGroup {
  readonly groupid: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** Ids of the groups that contain it. */
  readonly groups: readonly string[]
  /** Ids of its users and groups. */
  readonly principals: readonly string[]
}

export interface ExportedMember {
  /** The id of the user. */
  readonly username: string
  readonly login_name: string
  /** A hash, prefixed with its scheme in braces. */
  readonly password: string
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly fullname: string | null
  readonly email: string | null
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
}

/** An entry of `relations.json`. */
export interface ExportedRelation {
  readonly from_uuid: string
  readonly from_attribute: string
  readonly to_uuid: string
}
