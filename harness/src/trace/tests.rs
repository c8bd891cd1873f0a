//! Texts that were captured from real programs in a folder `/home/o dd ü`, and what is read from them.

use insta::assert_snapshot;

use crate::trace::{Call, Column, Trace, TracePlace, traces};

/// All traces of a text, short.
fn read(text: &str) -> String {
    traces(text).iter().map(shown).collect::<Vec<_>>().join("\n---\n")
}

fn shown(trace: &Trace) -> String {
    let place = |place: &TracePlace| {
        let column = place.column.map_or(String::new(), |column| match column {
            Column::At(column) => format!(":{column}"),
            Column::AfterBlanks(offset) => format!(":+{offset}"),
        });
        format!("{}:{}{column}", place.file, place.line)
    };
    let call = |call: &Call| {
        let times = if call.times > 1 { format!(" × {}", call.times) } else { String::new() };
        let place = call.place.as_ref().map_or("?".to_owned(), place);
        format!("{} @ {place}{times}", call.function)
    };
    let mut rows = vec![trace.what.clone()];
    rows.extend(trace.details.iter().map(|detail| format!("- {detail}")));
    rows.extend(trace.place.iter().map(|at| format!("@ {}", place(at))));
    rows.extend(trace.calls.iter().map(call));
    for (did, calls) in &trace.related {
        rows.push(format!("{did}:"));
        rows.extend(calls.iter().filter(|call| call.place.is_some()).map(|one| format!("  {}", call(one))));
    }
    rows.join("\n")
}

#[test]
fn memory_errors_have_their_calls_and_what_the_memory_was() {
    assert_snapshot!(read(include_str!("samples/heap-gcc.txt")), @"
    heap-buffer-overflow: READ of size 4
    - 0 bytes to the right of 20-byte region
    sum(std::vector<int, std::allocator<int> > const&, int) @ /home/o dd ü/oob.cpp:5
    main @ /home/o dd ü/oob.cpp:11
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    allocated:
      operator new(unsigned long) @ ../../../../src/libsanitizer/asan/asan_new_delete.cpp:95
      std::__new_allocator<int>::allocate(unsigned long, void const*) @ /usr/include/c++/12/bits/new_allocator.h:137
      std::allocator<int>::allocate(unsigned long) @ /usr/include/c++/12/bits/allocator.h:188
      std::allocator_traits<std::allocator<int> >::allocate(std::allocator<int>&, unsigned long) @ /usr/include/c++/12/bits/alloc_traits.h:464
      std::_Vector_base<int, std::allocator<int> >::_M_allocate(unsigned long) @ /usr/include/c++/12/bits/stl_vector.h:378
      std::_Vector_base<int, std::allocator<int> >::_M_create_storage(unsigned long) @ /usr/include/c++/12/bits/stl_vector.h:395
      std::_Vector_base<int, std::allocator<int> >::_Vector_base(unsigned long, std::allocator<int> const&) @ /usr/include/c++/12/bits/stl_vector.h:332
      std::vector<int, std::allocator<int> >::vector(unsigned long, int const&, std::allocator<int> const&) @ /usr/include/c++/12/bits/stl_vector.h:566
      main @ /home/o dd ü/oob.cpp:9
      __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    ");
    assert_snapshot!(read(include_str!("samples/use-after-free-gcc.txt")), @"
    heap-use-after-free: READ of size 4
    - 4 bytes inside of 8-byte region
    main @ /home/o dd ü/uaf.cpp:3
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    freed:
      __interceptor_free @ ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52
      main @ /home/o dd ü/uaf.cpp:3
      __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    previously allocated:
      __interceptor_malloc @ ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
      make() @ /home/o dd ü/uaf.cpp:2
      main @ /home/o dd ü/uaf.cpp:3
      __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    ");
    assert_snapshot!(read(include_str!("samples/local-gcc.txt")), @"
    index 3 out of bounds for type 'int [3]'
    @ /home/o dd ü/thr.cpp:4:187
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ---
    load of address 0x7ffe40cc223c with insufficient space for an object of type 'int'
    @ /home/o dd ü/thr.cpp:4:187
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ---
    stack-buffer-overflow: READ of size 4
    - Memory access overflows 'loc' (line 4)
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ");
    assert_snapshot!(read(include_str!("samples/global-gcc.txt")), @"
    index 4 out of bounds for type 'int [4]'
    @ /home/o dd ü/thr.cpp:4:131
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ---
    load of address 0x5608c69d2ab0 with insufficient space for an object of type 'int'
    @ /home/o dd ü/thr.cpp:4:131
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ---
    global-buffer-overflow: READ of size 4
    - 0 bytes to the right of global variable 'g' defined in '/home/o dd ü/thr.cpp:3:5' of size 16
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ");
}

#[test]
fn llvm_writes_columns_and_build_ids() {
    let text = read(include_str!("samples/heap-llvm.txt"));
    let first: Vec<&str> = text.lines().take(4).collect();
    assert_snapshot!(first.join("\n"), @"
    heap-buffer-overflow: READ of size 4
    - 0 bytes after 12-byte region
    c::at @ /home/o dd ü/c.rs:1:50
    c::main @ /home/o dd ü/c.rs:6:20
    ");
    assert!(text.contains("\nmain @ ?\n"), "{text}");
    assert!(
        text.ends_with("__libc_start_call_main @ csu/../sysdeps/nptl/libc_start_call_main.h:58:16"),
        "{text}"
    );
}

#[test]
fn before_an_abort_stands_why() {
    assert_snapshot!(read(include_str!("samples/overflow-and-assertion-gcc.txt")), @"
    signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'
    @ /home/o dd ü/idx.cpp:5:27
    main @ /home/o dd ü/idx.cpp:5
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ---
    Assertion '__n < this->size()' failed
    __pthread_kill_implementation @ nptl/pthread_kill.c:44
    __GI_raise @ ../sysdeps/posix/raise.c:26
    __GI_abort @ stdlib/abort.c:79
    std::__glibcxx_assert_fail(char const*, int, char const*, char const*) @ ?
    std::vector<int, std::allocator<int> >::operator[](unsigned long) @ /usr/include/c++/12/bits/stl_vector.h:1123
    main @ /home/o dd ü/idx.cpp:7
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ");
    assert_snapshot!(read(include_str!("samples/exception-gcc.txt")), @"
    uncaught std::out_of_range: vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)
    __pthread_kill_implementation @ nptl/pthread_kill.c:44
    __GI_raise @ ../sysdeps/posix/raise.c:26
    __GI_abort @ stdlib/abort.c:79
     @ ? × 2
    std::terminate() @ ?
    __cxa_throw @ ?
     @ ?
    std::vector<int, std::allocator<int> >::_M_range_check(unsigned long) const @ /usr/include/c++/12/bits/stl_vector.h:1153
    std::vector<int, std::allocator<int> >::at(unsigned long) @ /usr/include/c++/12/bits/stl_vector.h:1175
    main @ /home/o dd ü/thr.cpp:4
    __libc_start_call_main @ ../sysdeps/nptl/libc_start_call_main.h:58
    __libc_start_main_impl @ ../csu/libc-start.c:360
    _start @ ?
    ");
}

#[test]
fn a_recursion_is_one_call() {
    assert_snapshot!(read(include_str!("samples/stack-overflow-gcc.txt")), @"
    stack-overflow
    dfs(int) @ /home/o dd ü/so.cpp:2 × 9
    ");
    assert_snapshot!(read(include_str!("samples/python-recursion.txt")), @"
    RecursionError: maximum recursion depth exceeded
    rec @ /home/o dd ü/t.py:3:+7 × 998
    main @ /home/o dd ü/t.py:9:+13
    <module> @ /home/o dd ü/t.py:19
    ");
}

#[test]
fn panics_have_a_place_and_calls() {
    assert_snapshot!(read(include_str!("samples/panic-index.txt")), @"
    index out of bounds: the len is 3 but the index is 5
    @ /home/o dd ü/p.rs:2:38
    __rustc::rust_begin_unwind @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
    core::panicking::panic_fmt @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
    core::panicking::panic_bounds_check @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:271:5
    get @ /home/o dd ü/p.rs:2:38
    main @ /home/o dd ü/p.rs:8:31
    call_once<fn(), ()> @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ops/function.rs:250:5
    ");
    assert_snapshot!(read(include_str!("samples/panic-overflow.txt")), @"
    attempt to add with overflow
    @ /home/o dd ü/p.rs:9:60
    __rustc::rust_begin_unwind @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
    core::panicking::panic_fmt @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
    core::panicking::panic_const::panic_const_add_overflow @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:175:17
    main @ /home/o dd ü/p.rs:9:60
    call_once<fn(), ()> @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ops/function.rs:250:5
    ");
    assert_snapshot!(read(include_str!("samples/panic-unsafe.txt")), @"
    unsafe precondition(s) violated: slice::get_unchecked requires that the index is within the slice
    - This indicates a bug in the program. This Undefined Behavior check is optional, and cannot be relied on for safety.
    @ /home/o dd ü/p.rs:12:65
    __rustc::rust_begin_unwind @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
    core::panicking::panic_nounwind_fmt::runtime @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:122:22
    core::panicking::panic_nounwind_fmt @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/intrinsics/mod.rs:2447:9
    precondition_check @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ub_checks.rs:73:21
    get_unchecked<i32> @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ub_checks.rs:78:17
    get_unchecked<i32, usize> @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/slice/mod.rs:646:26
    main @ /home/o dd ü/p.rs:12:65
    call_once<fn(), ()> @ /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ops/function.rs:250:5
    ");
    assert_snapshot!(read(include_str!("samples/panic-stack.txt")), @"stack overflow");
    assert_snapshot!(read("thread 'main' panicked at 'no: x', src/a.rs:5:7\nnote: run with `RUST_BACKTRACE=1`"), @"
    no: x
    @ src/a.rs:5:7
    ");
}

#[test]
fn tracebacks_are_turned_round() {
    assert_snapshot!(read(include_str!("samples/python-index.txt")), @"
    IndexError: list index out of range
    get @ /home/o dd ü/t.py:5:+15
    main @ /home/o dd ü/t.py:8:+19
    <module> @ /home/o dd ü/t.py:19
    ");
    assert_snapshot!(read(include_str!("samples/python-cause.txt")), @"
    ValueError: invalid literal for int() with base 10: 'x'
    main @ /home/o dd ü/t.py:12
    ---
    RuntimeError: bad
    main @ /home/o dd ü/t.py:14
    <module> @ /home/o dd ü/t.py:19
    ");
    assert_snapshot!(read(include_str!("samples/python-fault.txt")), @r"
    Segmentation fault
    string_at @ /root/.pyenv/versions/3.11.7/lib/python3.11/ctypes/__init__.py:519
    main @ /home/o dd \xfc/t.py:18
    <module> @ /home/o dd \xfc/t.py:19
    ");
}

#[test]
fn virtual_machines_write_a_line_for_each_call() {
    assert_snapshot!(read(include_str!("samples/java.txt")), @"
    java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 3
    Main.get @ Main.java:1
    Main.main @ Main.java:2
    ");
    assert_snapshot!(read(include_str!("samples/node.txt")), @"
    TypeError: Cannot read properties of undefined (reading 'x')
    get @ /home/o dd ü/a.js:1:34
    Object.<anonymous> @ /home/o dd ü/a.js:2:13
    Module._compile @ node:internal/modules/cjs/loader:1521:14
    Module._extensions..js @ node:internal/modules/cjs/loader:1623:10
    Module.load @ node:internal/modules/cjs/loader:1266:32
    Module._load @ node:internal/modules/cjs/loader:1091:12
    Function.executeUserEntryPoint [as runMain] @ node:internal/modules/run_main:164:12
     @ node:internal/main/run_main_module:28:49
    ");
    assert_snapshot!(read(include_str!("samples/go.txt")), @"
    runtime error: index out of range [5] with length 1
    main.get(...) @ /home/o dd ü/a.go:3
    main.main() @ /home/o dd ü/a.go:4
    ");
    assert_snapshot!(read(include_str!("samples/mono.txt")), @"
    System.IndexOutOfRangeException: Index was outside the bounds of the array.
    Program.Main () @ /home/o dd ü/a.cs:1
    ---
    [ERROR] FATAL UNHANDLED EXCEPTION: System.IndexOutOfRangeException: Index was outside the bounds of the array.
    Program.Main () @ /home/o dd ü/a.cs:1
    ");
}

#[test]
fn what_is_no_trace_is_none() {
    for text in [
        "",
        "6\n",
        "debug: at 5\n  at home\nx",
        "n = 5: runtime error: no",
        "==7==ERROR: no tool",
        "Traceback of mine",
        "    #0 0x1 in main a.c:5",
        "thread 'main' is here",
        "goroutine 1 [running]:",
    ] {
        assert_eq!(traces(text), [], "{text}");
    }
}

#[test]
fn a_text_that_breaks_off_anywhere_is_read_up_to_there() {
    let texts = [
        include_str!("samples/heap-gcc.txt"),
        include_str!("samples/overflow-and-assertion-gcc.txt"),
        include_str!("samples/local-gcc.txt"),
        include_str!("samples/panic-unsafe.txt"),
        include_str!("samples/python-index.txt"),
        include_str!("samples/python-fault.txt"),
        include_str!("samples/go.txt"),
        include_str!("samples/node.txt"),
    ];
    for text in texts {
        for (end, _) in text.char_indices() {
            let _ = traces(&text[..end]);
            let _ = traces(&text[end..]);
        }
    }
}
