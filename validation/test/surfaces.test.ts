import { testGroup } from './group.js'

testGroup('surfaces')
