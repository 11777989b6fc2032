/** Maps route addresses to the rows for objects in docs/http.md. */
export const objectTexts = {
  GET: '`GET /{path}` | the object, and a batch of its items | View | 404 if the `version` does not exist',
  POST: '`POST /{path}` | adds an object to the container: 201, with the `Location` and the `ETag` of the object | Add portal content, and the add permission of the type | 400 for an invalid value or id; 403 if the type is not allowed here; 404 if the object is not a container',
  PATCH:
    '`PATCH /{path}` | changes the fields, short name, view, default page or item order: 204, or 200 with the object | Modify portal content; for the dates of an open or closed poll, Close poll | 400 for an invalid value or id; 412 if `If-Match` does not match',
  DELETE:
    '`DELETE /{path}` | removes the object and everything below it: 204 | Delete objects | 403 for the site root; 412 if `If-Match` does not match',
  'GET @@add':
    '`GET /{path}/@@add` | the [form](editing.md) for a new object of the type in `?type=`, with its initial values | Add portal content, and the add permission of the type | 400 without a type; 403 if the type is not allowed here; 404 if the object is not a container',
  'GET @@edit':
    '`GET /{path}/@@edit` | the [form](editing.md) of the object, with its values and a signed revision | View, and Modify portal content; for the dates of an open or closed poll, Close poll',
  'GET @@delete':
    '`GET /{path}/@@delete` | the objects that refer to the object, and the number of objects below it, before a deletion | View, and Delete objects | 403 for the site root',
  'POST @copy':
    '`POST /{path}/@copy` | copies the objects in `source`, with everything below them, into this container: 200, with the old and new URLs | View, and Add portal content | 403 for members without Add portal content, or for a type that is not allowed here; 400 without a source; 404 if the object is not a container',
  'POST @move':
    '`POST /{path}/@move` | moves the objects in `source`, with everything below them, into this container | View, and Add portal content; Delete objects on the moved objects | as for `@copy`; 423 for objects that another user has locked',
  'GET @lock': '`GET /{path}/@lock` | whether the object is locked, and its lock | View',
  'POST @lock':
    '`POST /{path}/@lock` | locks the object for `timeout` seconds | Modify portal content | 400 for an invalid timeout',
  'PATCH @lock':
    '`PATCH /{path}/@lock` | restarts the timeout of the lock | Modify portal content | 400 for an invalid timeout',
  'DELETE @lock':
    '`DELETE /{path}/@lock` | removes the caller\'s lock, or with `{"force": true}` the lock of another user | Modify portal content',
  'GET @search':
    '`GET /{path}/@search` | searches the object and everything below it | View | 400 for an invalid value for an index, or a query that is too long',
  'GET @querystring-search':
    '`GET /{path}/@querystring-search` | searches with the rows in the parameter `query`, as JSON | View | 400 for an invalid row',
  'GET @querystring':
    "`GET /{path}/@querystring` | the indexes and operators for a query form | none; the values depend on the caller's permissions",
  'POST @querystring-search':
    '`POST /{path}/@querystring-search` | searches with the rows in `query` in the body | View | 400 for an invalid row',
  'GET @actions': '`GET /{path}/@actions` | the actions that the caller may use, by category | View',
  'GET @linkintegrity':
    '`GET /{path}/@linkintegrity` | the references that a deletion of the objects in `uids` would break | View | 400 without `uids`',
  'GET @relations':
    '`GET /{path}/@relations` | references, filtered by `source`, `target` or `relation`; without these parameters, the number of references with each name | View; for the numbers, Modify portal content',
  'GET @aliases':
    '`GET /{path}/@aliases` | the additional and old URLs of the object or, at the site root, of all content; also as [CSV](http-answers.md#csv) | Manage Context Aliases; at the site root, Manage Portal Aliases | 400 for an invalid parameter',
  'POST @aliases':
    '`POST /{path}/@aliases` | adds the aliases in `items`: 204, or 200 with the rejected aliases; at the site root also those in a [CSV](http-answers.md#csv) file | as for GET, and Add portal content on the closest existing container of the alias | 400 for a reserved alias, and at the site root for any invalid alias',
  'DELETE @aliases':
    '`DELETE /{path}/@aliases` | removes the aliases in `items`: 204, or 200 with the rejected aliases | as for GET',
  'GET @breadcrumbs': '`GET /{path}/@breadcrumbs` | the path from the site root to the object | View',
  'GET @contextnavigation':
    '`GET /{path}/@contextnavigation` | the part of the menu around the object | View | 400 for an invalid parameter',
  'GET @inherit':
    '`GET /{path}/@inherit` | the fields of behaviors, each from the object itself or the nearest container that has the behavior | View',
  'GET @navigation':
    '`GET /{path}/@navigation` | the menu of the site | View | 400 for a depth that is not a whole number',
  'GET @navroot': '`GET /{path}/@navroot` | the site root, where menus begin | View',
  'GET @workflow':
    '`GET /{path}/@workflow` | the states of the object, the transitions that the caller can run, and the history | View',
  'GET @workflow-definitions':
    '`GET /{path}/@workflow-definitions` | the workflows of the object, with their states and transitions, and the reasons why the caller cannot run a transition ([blockers](workflow-and-history.md#blockers)); with `?user=`, Managers get the reasons for another user | View, and one of Modify portal content, Request review and Review portal content',
  'POST @workflow/?': [
    '`POST /{path}/@workflow/{transition}` | runs a transition; with `include_children`, also on everything below, all or nothing; with `dry_run`, as a [dry run](workflow-and-history.md#dry-run) | View; the guard of the transition | 400 `WorkflowException` for an unavailable transition; 412 if `If-Match` does not match',
    '`POST /{path}/@workflow` | nothing, because the id of the transition is missing | View | always 400',
    '`POST /{path}/@workflow/{transition}` with `at` | [plans](workflow-and-history.md#timed-transitions) the transition for a date: 202 | View; the guard of the transition | 400 as without `at`, and for a date that is invalid, in the past or more than ten years in the future',
  ],
  'GET @workflow-plans':
    '`GET /{path}/@workflow-plans` | the planned, timed and refused transitions of the object | as for `@workflow-definitions`',
  'DELETE @workflow-plans/*':
    '`DELETE /{path}/@workflow-plans/{id}` | cancels a plan: 204 | as for GET; callers other than the planner must also pass the guard of the transition | 404 for an unknown plan',
  'PATCH @workflow-plans':
    '`PATCH /@workflow-plans` | pauses all planned and timed transitions of the site, or resumes them: `{"paused": false}`; 204 | Manage portal | 400 for any other value',
  'GET @worklists':
    '`GET /{path}/@worklists` | the objects at or below the path that wait for the caller, for each [worklist](workflow-and-history.md#worklists) | View | 400 for an unknown `worklist`',
  'GET @poll':
    "`GET /{path}/@poll` | a poll, the caller's permissions, and the visible results | View | 404 unless the object is a poll; 304 for visitors if `If-None-Match` contains the ETag",
  'POST @vote':
    '`POST /{path}/@vote` | casts a vote, `{"option_id": 1}` or `{"option_ids": [0, 2]}` | collective.polls: Vote, and View | 401 for visitors and 403 for members without the permission; 403 `PollNotOpen`, `PollClosed`, `AlreadyVoted`; 400 for an invalid option; 429 above `VOTE_RATE_LIMIT`; 404 unless the object is a poll',
  'GET @sharing':
    '`GET /{path}/@sharing` | the local roles; `search` adds users and groups to the list | View, and Sharing page: Delegate roles | 403, with the body `null`, for callers who have only View',
  'POST @sharing':
    '`POST /{path}/@sharing` | grants and revokes local roles: 204 | View, Sharing page: Delegate roles, and for each role the permission to delegate it | 403 as for GET; 400 if the change would lock the caller out; 412 if `If-Match` does not match',
  'GET @history':
    '`GET /{path}/@history` | workflow records and versions, newest first | View, and CMFEditions: Access previous versions',
  'GET @history/*':
    '`GET /{path}/@history/{version}` | an earlier version of the object | View, and CMFEditions: Access previous versions | 404 if the version does not exist',
  'GET @history/*/@diff/*':
    '`GET /{path}/@history/{one}/@diff/{two}` | the fields that differ between two versions, or between a version and `current` | View, and CMFEditions: Access previous versions | 404 if a version does not exist',
  'PATCH @history':
    '`PATCH /{path}/@history` | reverts the fields to the values of `version`, as a new version | View, CMFEditions: Revert to previous versions, and Modify portal content | 400 if `version` is not a number; 404 if the version does not exist; 412 if `If-Match` does not match',
  'GET @schedule':
    '`GET /{path}/@schedule` | the schedule of an event: days, rooms and slots, laid out for a grid | View | 404 unless the object is an event: the site root, or, on a site with several events, a Tech Event',
  'GET @@now':
    '`GET /{path}/@@now` | the [current and next slots](schedule.md#now-and-next) of an event by room; `?room=UID` selects a room | View | 404 unless the object is an event, and for an unknown room',
  'GET @@desk':
    '`GET /{path}/@@desk` | the [programme desk](schedule.md#programme-desk): one day of the programme or a part of it, and the slots without a start; `?day`, `?part`, `?search` and `?b_start` select the day and the slots | View, and Modify portal content on the event or one of its slots | 400 for an invalid date or part; 404 unless the object is an event',
  'GET @schedule-conflicts':
    '`GET /{path}/@schedule-conflicts` | the [conflicts](schedule.md#conflicts) in a programme: rooms and presenters with overlapping slots, and slots without a room or outside the permitted time | Modify portal content | 404 unless the object is an event',
  'GET @schedule-releases':
    '`GET /{path}/@schedule-releases` | the [releases](schedule.md#releases) of a schedule | View | 404 unless the object is an event',
  'POST @schedule-releases':
    '`POST /{path}/@schedule-releases` | creates a release, `{"name": "1.0", "comment": "…"}`: 201 | View and Review portal content | 400 for a missing, long or repeated name, and after 200 releases',
  'GET @schedule-releases/*':
    '`GET /{path}/@schedule-releases/{n}` | a release with its sessions | View | 404 for an unknown release',
  'GET @schedule-releases/*/@diff/*':
    '`GET /{path}/@schedule-releases/{n}/@diff/{m}` | the differences between two releases | View; Modify portal content for `working` | 404 for an unknown release',
  'GET @sponsors':
    '`GET /{path}/@sponsors` | the sponsors of an event by level, and the benefits of each level | none; callers get only the sponsors that they may view | 404 unless the object is an event',
  'GET @@download/*':
    '`GET /{path}/@@download/{field}` | a file, as an attachment | View, and the read permission of the field | 404 if the field contains no file; 304 if `If-None-Match` contains the ETag',
  'GET @@images/*/?': [
    '`GET /{path}/@@images/{name}` | an image, or a scale of an image such as `image-400-<digest>.png` | View, and the read permission of the field | 404 for a missing or replaced image, or an unknown scale; 304',
    '`GET /{path}/@@images/{field}/{scale}` | the scale of an image by name | View, and the read permission of the field | 404 for a missing image, or an unknown scale; 304',
  ],
  'GET @types': '`GET /{path}/@types` | all types, and whether the caller may add them here | a login, and View',
  'GET @types/*/?': [
    '`GET /{path}/@types/{type}` | the form for objects of a type, as JSON schema | a login, and View | 404 for an unknown type',
    '`GET /{path}/@types/{type}/{field}` | one field of the form | a login, and View | 404 for an unknown type or field',
  ],
  'GET @vocabularies': '`GET /{path}/@vocabularies` | the names of all vocabularies | none',
  'GET @vocabularies/*':
    "`GET /{path}/@vocabularies/{name}` | the terms of a vocabulary, filtered by `title` or `token`; `b_size=-1` returns all | none; the terms depend on the caller's permissions. Keywords, Users and Groups require Modify portal content | 404 for an unknown name; 400 for both filters together; 403 for members without the permission",
} as const
