import { testGroup } from './group.js'

testGroup('cavity')
