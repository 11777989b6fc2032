/** Maps route addresses to the rows about objects in docs/http.md. */
export const objectTexts = {
  GET: '`GET /{path}` | Returns the object and a batch of its items. | View | 404 if the `version` does not exist',
  POST: '`POST /{path}` | Adds an object to the container. The status is 201, and the response contains the URL (`Location`) and the `ETag` of the new object. | Add portal content, and the add permission of the type | 400 for an invalid value or id; 403 if the type is not allowed here; 404 if the object is not a container',
  PATCH:
    '`PATCH /{path}` | Changes the fields, the short name, the view, the default page or the item order. The status is 204, or 200 if the response contains the object. | Modify portal content, or Close poll for the dates of an open or closed poll | 400 for an invalid value or id; 412 if `If-Match` does not match',
  DELETE:
    '`DELETE /{path}` | Removes the object and everything below it (204). | Delete objects | 403 if the object is the site root; 412 if `If-Match` does not match',
  'GET @@add':
    '`GET /{path}/@@add` | Returns the [form](editing.md), with initial values, for a new object of the type specified in `?type=`. | Add portal content, and the add permission of the type | 400 if the type is missing; 403 if the type is not allowed here; 404 if the object is not a container',
  'GET @@edit':
    '`GET /{path}/@@edit` | Returns the [form](editing.md) for editing the object, with the current values and a signed revision. | View, and Modify portal content or, for the dates of an open or closed poll, Close poll',
  'GET @@delete':
    '`GET /{path}/@@delete` | Returns the confirmation form for a deletion, with the objects that refer to the object, and the number of objects below it. | View, and Delete objects | 403 if the object is the site root',
  'POST @copy':
    '`POST /{path}/@copy` | Copies the objects in `source`, and everything below them, into this container. The response contains the old and new URLs. | View, and Add portal content | 403 for members without Add portal content, or for a type that is not allowed here; 400 if `source` is missing; 404 if the object is not a container',
  'POST @move':
    '`POST /{path}/@move` | Moves the objects in `source`, and everything below them, into this container. The response contains the old and new URLs. | View and Add portal content, and Delete objects on the moved objects | the same as for `@copy`; 423 for objects that another user has locked',
  'GET @lock': '`GET /{path}/@lock` | Returns whether the object is locked and, if so, the details of the lock. | View',
  'POST @lock':
    '`POST /{path}/@lock` | Locks the object for `timeout` seconds. | Modify portal content | 400 for an invalid timeout',
  'PATCH @lock':
    '`PATCH /{path}/@lock` | Restarts the timeout of the lock. | Modify portal content | 400 for an invalid timeout',
  'DELETE @lock':
    '`DELETE /{path}/@lock` | Removes the caller\'s lock or, with `{"force": true}`, the lock of another user. | Modify portal content',
  'GET @search':
    '`GET /{path}/@search` | Searches the object and everything below it. | View | 400 for an invalid index value, or for a query that is too long',
  'GET @querystring-search':
    '`GET /{path}/@querystring-search` | Searches with the conditions (rows) in the `query` parameter, which are encoded as JSON. | View | 400 for an invalid row',
  'GET @querystring':
    "`GET /{path}/@querystring` | Returns the indexes and operators for a query form. | none, but the values depend on the caller's permissions",
  'POST @querystring-search':
    '`POST /{path}/@querystring-search` | Searches with the conditions (rows) in the `query` key of the body. | View | 400 for an invalid row',
  'GET @actions': '`GET /{path}/@actions` | Returns the actions that the caller may perform, by category. | View',
  'GET @linkintegrity':
    '`GET /{path}/@linkintegrity` | Returns the references that a deletion of the objects in `uids` would break. | View | 400 if `uids` is missing',
  'GET @relations':
    '`GET /{path}/@relations` | Returns the references that match `source`, `target` or `relation`. Without these parameters, the response contains the number of references with each name. | View; the numbers of references also require Modify portal content',
  'GET @aliases':
    '`GET /{path}/@aliases` | Returns the additional and old URLs of the object or, at the site root, of all content. The response can also be a [CSV](http-answers.md#csv) file. | Modify portal content, and Manage Context Aliases or, at the site root, Manage Portal Aliases | 400 for an invalid parameter',
  'POST @aliases':
    '`POST /{path}/@aliases` | Adds the aliases in `items` or, at the site root, in a [CSV](http-answers.md#csv) file. The status is 204, or 200 with the rejected aliases. | as for GET and, except at the site root, Add portal content on the closest existing container of the alias | 400 for a reserved alias or, at the site root, for any invalid alias',
  'DELETE @aliases':
    '`DELETE /{path}/@aliases` | Removes the aliases in `items`. The status is 204, or 200 with the rejected aliases. | as for GET',
  'GET @breadcrumbs': '`GET /{path}/@breadcrumbs` | Returns the path from the site root to the object. | View',
  'GET @contextnavigation':
    '`GET /{path}/@contextnavigation` | Returns the part of the navigation menu around the object. | View | 400 for an invalid parameter',
  'GET @inherit':
    '`GET /{path}/@inherit` | Returns the fields of the specified behaviors. The values for each behavior are from the object, or from the closest container with the behavior. | View',
  'GET @navigation':
    '`GET /{path}/@navigation` | Returns the navigation menu of the site. | View | 400 for a depth that is not a whole number',
  'GET @navroot': '`GET /{path}/@navroot` | Returns the site root, which is the root of all navigation menus. | View',
  'GET @workflow':
    '`GET /{path}/@workflow` | Returns the states of the object, the transitions that the caller can run, and the history. | View',
  'GET @workflow-definitions':
    '`GET /{path}/@workflow-definitions` | Returns the workflows of the object with their states and transitions, and the reasons why the caller cannot run certain transitions ([blockers](workflow-and-history.md#blockers)). With `?user=`, Managers get the reasons that apply to another user. | View, and one of Modify portal content, Request review and Review portal content',
  'POST @workflow/?': [
    '`POST /{path}/@workflow/{transition}` | Runs a transition. With `include_children`, the transition also runs on everything below the object. If the transition is not permitted for one of these objects, it runs on none of them. With `dry_run`, the request is a [dry run](workflow-and-history.md#dry-run). | View, and the guard of the transition | 400 `WorkflowException` for an unavailable transition; 412 if `If-Match` does not match',
    '`POST /{path}/@workflow` | Does nothing, because the id of the transition is missing. | View | always 400',
    '`POST /{path}/@workflow/{transition}` with `at` | [Plans](workflow-and-history.md#timed-transitions) the transition for a later time (202). | View, and the guard of the transition | 400 for the same reasons as without `at`, and for a date that is invalid, in the past or more than ten years in the future',
  ],
  'GET @workflow-plans':
    '`GET /{path}/@workflow-plans` | Returns the planned, timed and refused transitions of the object. | as for `@workflow-definitions`',
  'DELETE @workflow-plans/*':
    '`DELETE /{path}/@workflow-plans/{id}` | Cancels a planned transition (204). | as for GET, and the guard of the transition (not required for the user who planned it) | 404 for an unknown plan',
  'PATCH @workflow-plans':
    '`PATCH /@workflow-plans` | Pauses all planned and timed transitions of the site with `{"paused": true}`, or resumes them with `{"paused": false}` (204). | Manage portal | 400 for any other value',
  'GET @worklists':
    '`GET /{path}/@worklists` | For each [worklist](workflow-and-history.md#worklists), returns the objects at or below the path that are waiting for the caller. | View | 400 for an unknown `worklist`',
  'GET @poll':
    "`GET /{path}/@poll` | Returns a poll, the caller's permissions, and the visible results. | View | 404 if the object is not a poll",
  'POST @vote':
    '`POST /{path}/@vote` | Casts a vote, as in `{"option_id": 1}` or `{"option_ids": [0, 2]}`. | collective.polls: Vote, and View | 401 for visitors without the permission; 403 for members without the permission; 403 `PollNotOpen`, `PollClosed` or `AlreadyVoted`; 400 for an invalid option; 429 for more votes than `VOTE_RATE_LIMIT`; 404 if the object is not a poll',
  'GET @sharing':
    '`GET /{path}/@sharing` | Returns the local roles. The `search` parameter adds users and groups to the list. | View, and Sharing page: Delegate roles | 403 with the body `null` for callers who have View, but not Sharing page: Delegate roles',
  'POST @sharing':
    '`POST /{path}/@sharing` | Grants and revokes local roles (204). | View, Sharing page: Delegate roles, and for each role the permission to delegate it | 403 for the same reason as for GET; 400 if the caller would lose access; 412 if `If-Match` does not match',
  'GET @history':
    '`GET /{path}/@history` | Returns the workflow records and the versions, newest first. | View, and CMFEditions: Access previous versions',
  'GET @history/*':
    '`GET /{path}/@history/{version}` | Returns an earlier version of the object. | View, and CMFEditions: Access previous versions | 404 if the version does not exist',
  'GET @history/*/@diff/*':
    '`GET /{path}/@history/{one}/@diff/{two}` | Returns the fields that differ between two versions, or between a version and the current object (`current`). | View, and CMFEditions: Access previous versions | 404 if a version does not exist',
  'PATCH @history':
    '`PATCH /{path}/@history` | Reverts the fields to the values in the specified `version`, and creates a new version. | View, CMFEditions: Revert to previous versions, and Modify portal content | 400 if `version` is not a number; 404 if the version does not exist; 412 if `If-Match` does not match',
  'GET @schedule':
    '`GET /{path}/@schedule` | Returns the schedule of an event: the days, rooms and slots, with their positions in a grid. | View | 404 if the object is not an event (the site root or, on a site with several events, a Tech Event)',
  'GET @@now':
    '`GET /{path}/@@now` | Returns the [current and next slots](schedule.md#now-and-next) of an event by room. `?room=UID` selects a room. | View | 404 if the object is not an event, or for an unknown room',
  'GET @@desk':
    '`GET /{path}/@@desk` | Returns the [programme desk](schedule.md#programme-desk) with one day of the programme or a part of it, and the slots without a start. `?day`, `?part`, `?search` and `?b_start` select the day and the slots. | View, and Modify portal content on the event or one of its slots | 400 for an invalid date or part; 404 if the object is not an event',
  'GET @schedule-conflicts':
    '`GET /{path}/@schedule-conflicts` | Returns the [conflicts](schedule.md#conflicts) in a programme: rooms and presenters with overlapping slots, slots without a room, and slots outside the permitted time. | Modify portal content | 404 if the object is not an event',
  'GET @schedule-releases':
    '`GET /{path}/@schedule-releases` | Returns the [releases](schedule.md#releases) of a schedule. | View | 404 if the object is not an event',
  'POST @schedule-releases':
    '`POST /{path}/@schedule-releases` | Creates a release with a name and a comment, as in `{"name": "1.0", "comment": "…"}` (201). | View and Review portal content | 400 for a name that is missing, too long or in use, or if the event already has 200 releases',
  'GET @schedule-releases/*':
    '`GET /{path}/@schedule-releases/{n}` | Returns a release with its sessions. | View | 404 for an unknown release',
  'GET @schedule-releases/*/@diff/*':
    '`GET /{path}/@schedule-releases/{n}/@diff/{m}` | Returns the differences between two releases, or between a release and the working programme (`working`). | View; `working` also requires Modify portal content | 404 for an unknown release',
  'GET @sponsors':
    '`GET /{path}/@sponsors` | Returns the sponsors of an event by level, and the benefits of each level. | none, but the response contains only sponsors that the caller may view | 404 if the object is not an event',
  'GET @@download/*':
    '`GET /{path}/@@download/{field}` | Returns a file as an attachment. | View, and the read permission of the field | 404 if the field contains no file',
  'GET @@images/*/?': [
    '`GET /{path}/@@images/{name}` | Returns an image, or a scale of an image, such as `image-400-<digest>.png`. | View, and the read permission of the field | 404 for a missing or replaced image, or for an unknown scale',
    '`GET /{path}/@@images/{field}/{scale}` | Returns the named scale of an image. | View, and the read permission of the field | 404 for a missing image, or for an unknown scale',
  ],
  'GET @types':
    '`GET /{path}/@types` | Returns all types, and whether the caller may add objects of these types here. | a login, and View',
  'GET @types/*/?': [
    '`GET /{path}/@types/{type}` | Returns the form for objects of a type, as JSON schema. | a login, and View | 404 for an unknown type',
    '`GET /{path}/@types/{type}/{field}` | Returns one field of the form for objects of a type. | a login, and View | 404 for an unknown type or field',
  ],
  'GET @vocabularies': '`GET /{path}/@vocabularies` | Returns the names of all vocabularies. | none',
  'GET @vocabularies/*':
    "`GET /{path}/@vocabularies/{name}` | Returns the terms of a vocabulary, filtered by `title` or `token`. `b_size=-1` returns all terms. | none, but the terms depend on the caller's permissions; Modify portal content for Keywords, Users and Groups | 404 for an unknown name; 400 if both filters are specified; 403 for members without the permission",
} as const
