import { testGroup } from './group.js'

testGroup('riding')
